/** Things to do later, from an injected source: the simulator owns time. */
export interface Timers {
  /** Runs `work` once after `ms` milliseconds; returns the way to call it off. */
  after(ms: number, work: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** A signal that aborts after `ms`, and the way to call it off. */
export function timeoutSignal(
  timers: Timers,
  ms: number,
): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController()
  const cancel = timers.after(ms, () => controller.abort())
  return { signal: controller.signal, cancel }
}
