import type { Plugin } from 'vite'
import { replaceBodies } from './replace-bodies.ts'

/** React features that none of our pages uses, with their functions. */
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

/** Entry points of these features: using one fails immediately. */
const NOT_BUILT = [
  'FragmentInstance',
  'mountActionState',
  'rerenderActionState',
  'updateActionState',
  'updateSuspenseListComponent',
]

/** Functions called in every commit, with their result when these features are unused. */
const ANSWERS: Readonly<Record<string, string>> = {
  waitForCommitToBeReady: 'return null',
  describeNativeComponentFrame: "return fn ? describeBuiltInComponentFrame(fn.displayName || fn.name || '') : ''",
}

/** Methods of objects that are never created, and one method that is never called. */
const METHODS =
  /^(?:ViewTransitionPseudoElement|FragmentInstance|ReactDOMHydrationRoot(?=\.prototype\.unstable_scheduleHydration))\.prototype\.\w+ = function[\s\S]*?\n\};$/gm

/**
 * React reveals the content behind a fallback no sooner than 300 ms after the last fallback appeared, and has no
 * setting for it. Here the content waits for a file that is already on the phone: a page behind two such files froze
 * for half a second (docs/decisions/2026-11-28-no-wait-after-fallbacks.md).
 */
const WAIT_AFTER_FALLBACK =
  /globalMostRecentFallbackTime \+ 300 - now\(\)|300 > now\(\) - globalMostRecentFallbackTime/g

export function withoutWait(code: string): string {
  const places = code.match(WAIT_AFTER_FALLBACK)?.length ?? 0
  if (places !== 2) throw new Error(`React waits after fallbacks in ${String(places)} places now, not in 2`)
  return code.replaceAll(WAIT_AFTER_FALLBACK, (place) => place.replace('300', '0'))
}

/**
 * Exceptions that React throws to suspend rendering, created when its file is evaluated. Each is an `Error` whose stack
 * is never read; with DevTools attached, as in our measurements, V8 parses the whole file once more for it
 * (docs/decisions/2026-11-30-marks-without-stacks.md).
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

/**
 * react-dom without its unused features, a tenth of the first script, and without its wait. The functions stay, with
 * empty bodies, and the minifier removes what only they used.
 */
export const leanReactDom: Plugin = {
  name: 'baywise:lean-react-dom',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler: (code) => ({ code: withoutUnused(withoutWait(withoutStacks(code))), map: null }),
  },
}
