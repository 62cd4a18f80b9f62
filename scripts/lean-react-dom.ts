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

/** Methods of objects that are never made, and one that nobody calls. */
const METHODS =
  /^(?:ViewTransitionPseudoElement|FragmentInstance|ReactDOMHydrationRoot(?=\.prototype\.unstable_scheduleHydration))\.prototype\.\w+ = function[\s\S]*?\n\};$/gm

/**
 * React shows what a fallback stood for no sooner than 300 ms after the last fallback, and has no setting for it. Here what is waited for is a file that
 * the phone already has: a page behind two such files stood still for half a second (docs/decisions/2026-11-28-no-wait-after-fallbacks.md).
 */
const WAIT_AFTER_FALLBACK =
  /globalMostRecentFallbackTime \+ 300 - now\(\)|300 > now\(\) - globalMostRecentFallbackTime/g

export function withoutWait(code: string): string {
  const places = code.match(WAIT_AFTER_FALLBACK)?.length ?? 0
  if (places !== 2) throw new Error(`React waits after fallbacks in ${String(places)} places now, not in 2`)
  return code.replaceAll(WAIT_AFTER_FALLBACK, (place) => place.replace('300', '0'))
}

/**
 * What React throws at itself to put a rendering off, made as its file is evaluated. Each is an `Error`, whose stack nobody sees; with DevTools attached,
 * as in our measurements, V8 reads the whole file once more for it (docs/decisions/2026-11-30-marks-without-stacks.md).
 */
const MARKS = /(Exception = )Error\(formatProdErrorMessage\((?:460|461|474|519|542)\)\)/g

export function withoutStacks(code: string): string {
  const places = code.match(MARKS)?.length ?? 0
  if (places !== 5) throw new Error(`React has ${String(places)} errors to throw at itself now, not 5`)
  return code.replaceAll(MARKS, '$1Object.create(Error.prototype)')
}

function withoutUnused(code: string): string {
  const bodies = Object.fromEntries([
    ...Object.values(UNUSED).flatMap((names) => names.map((name) => [name, ''] as const)),
    ...NOT_BUILT.map((name) => [name, `throw Error('${name}')`] as const),
  ])
  return replaceBodies(code.replaceAll(METHODS, ''), { ...bodies, ...ANSWERS })
}

/** react-dom without what it does for others, a tenth of the first script, and without its wait. The functions stay, empty, and the minifier takes out what only they used. */
export const leanReactDom: Plugin = {
  name: 'baywise:lean-react-dom',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler: (code) => ({ code: withoutUnused(withoutWait(withoutStacks(code))), map: null }),
  },
}
