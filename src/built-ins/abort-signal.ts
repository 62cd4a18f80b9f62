/** Returns a signal that aborts with the first of `signals` (core-js covers no part of the DOM). */
function anyOf(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController()
  const sources = [...signals]
  const aborted = sources.find((source) => source.aborted)
  if (aborted !== undefined) {
    controller.abort(aborted.reason)
    return controller.signal
  }
  const end = (event: Event): void => {
    for (const source of sources) source.removeEventListener('abort', end)
    controller.abort((event.target as AbortSignal).reason)
  }
  for (const source of sources) source.addEventListener('abort', end)
  return controller.signal
}

function timeoutIn(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms)
  return controller.signal
}

/** Before Chrome 98 a signal has no `reason`. */
function throwIfAborted(this: AbortSignal): void {
  if (this.aborted) throw (this.reason as unknown) ?? new DOMException('signal is aborted without reason', 'AbortError')
}

/** Adds `AbortSignal.any`, `AbortSignal.timeout` and `throwIfAborted` where they are missing. */
export function addAbortSignalParts(): void {
  const add = (target: object, name: string, value: unknown): void => {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
  add(AbortSignal, 'any', anyOf)
  add(AbortSignal, 'timeout', timeoutIn)
  add(AbortSignal.prototype, 'throwIfAborted', throwIfAborted)
}
