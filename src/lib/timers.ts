/** Timers from an injected source, so that the simulator controls time. */
export interface Timers {
  /** Runs `work` once after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Returns a signal that aborts after `ms`, and a function that cancels it. */
export function timeoutSignal(
  timers: Timers,
  ms: number,
): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController()
  const cancel = timers.after(ms, () => controller.abort())
  return { signal: controller.signal, cancel }
}
