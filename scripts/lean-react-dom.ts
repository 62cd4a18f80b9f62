import type { Plugin } from 'vite'
import { replaceBodies } from './replace-bodies.ts'

/** Functions for what no page of ours asks of React. */
const UNUSED = {
  'view transitions': [
    'applyViewTransitionName',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAfterMutationEffectsOnFiber',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'trackEnterViewTransitions',
  ],
  'refs of fragments': [
    'commitFragmentInstanceDeletionEffects',
    'commitFragmentInstanceInsertionEffects',
    'commitNewChildToFragmentInstances',
  ],
  'elements of the head, and what is fetched by them': [
    'acquireResource',
    'getHydratableHoistableCache',
    'getResource',
    'isHostHoistableType',
    'mountHoistable',
    'preconnect',
    'prefetchDNS',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadResourceAndSuspendIfNeeded',
    'accumulateSuspenseyCommitOnFiber',
    'suspendResource',
  ],
  'actions of forms': ['extractEvents$1', 'recursivelyResetForms', 'requestFormReset'],
  'lists of Suspense': ['cutOffTailIfNeeded', 'findLastContentRow'],
  'onBeforeInput and onSelect': ['constructSelectEvent', 'getFallbackBeforeInputChars', 'getNativeBeforeInputChars'],
  'elements of our own making': ['setPropOnCustomElement'],
} as const

/** What only these would begin with: whoever asks for them is told at once. */
const NOT_BUILT = [
  'FragmentInstance',
  'mountActionState',
  'rerenderActionState',
  'updateActionState',
  'updateSuspenseListComponent',
]

/** What is asked in every commit, and its answer without the above. */
const ANSWERS: Readonly<Record<string, string>> = {
  waitForCommitToBeReady: 'return null',
  describeNativeComponentFrame: "return fn ? describeBuiltInComponentFrame(fn.displayName || fn.name || '') : ''",
}

/** Methods of objects that are never made. */
const METHODS = /^(?:ViewTransitionPseudoElement|FragmentInstance)\.prototype\.\w+ = function[\s\S]*?\n\};$/gm

function withoutUnused(code: string): string {
  const bodies = Object.fromEntries([
    ...Object.values(UNUSED).flatMap((names) => names.map((name) => [name, ''] as const)),
    ...NOT_BUILT.map((name) => [name, `throw Error('${name}')`] as const),
  ])
  return replaceBodies(code.replaceAll(METHODS, ''), { ...bodies, ...ANSWERS })
}

/** react-dom without what it does for others: a tenth of the first script. The functions stay, empty, and the minifier takes out what only they used. */
export const leanReactDom: Plugin = {
  name: 'baywise:lean-react-dom',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler: (code) => ({ code: withoutUnused(code), map: null }),
  },
}
