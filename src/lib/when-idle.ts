/** Some browsers have no idle callback. */
const FALLBACK_MS = 120

/** Not in every browser, and in no worker. */
interface Idle {
  readonly requestIdleCallback?: (work: () => void, options: { readonly timeout: number }) => number
  readonly cancelIdleCallback?: (handle: number) => void
}

/**
 * Runs work once the page has nothing better to do, at the latest after `withinMs`.
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
 * Goes on from pause to pause, each step once the page has nothing better to do, at the latest `withinMs` after the one before.
 *
 * @returns a function that ends it where it is
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
