/** Delay for browsers without idle callbacks. */
const FALLBACK_MS = 120

/** Missing in some browsers and in all workers. */
interface Idle {
  readonly requestIdleCallback?: (work: () => void, options: { readonly timeout: number }) => number
  readonly cancelIdleCallback?: (handle: number) => void
}

/**
 * Runs work when the page is idle, at the latest after `withinMs`.
 *
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void, withinMs: number): () => void {
  const { requestIdleCallback: request, cancelIdleCallback: cancel } = globalThis as Idle
  if (request === undefined || cancel === undefined) {
    const timer = setTimeout(work, Math.min(FALLBACK_MS, withinMs))
    return () => clearTimeout(timer)
  }
  const handle = request(work, { timeout: withinMs })
  return () => cancel(handle)
}

/**
 * Runs pausing work step by step, each step when the page is idle, at the latest `withinMs` after the previous one.
 *
 * @returns a function that stops it
 */
export function stepWhenIdle<T>(work: Iterator<unknown, T>, withinMs: number, onDone?: (found: T) => void): () => void {
  let stop = (): void => undefined
  const next = (): void => {
    const step = work.next()
    if (step.done === true) onDone?.(step.value)
    else stop = whenIdle(next, withinMs)
  }
  stop = whenIdle(next, withinMs)
  return () => stop()
}
