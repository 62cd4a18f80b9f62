import type { Timers } from '../lib/timers.ts'

/** A hung storage process (seen on iOS after a long sleep) neither succeeds nor fails. */
export class TimeoutError extends Error {
  constructor(waitedMs: number) {
    super(`The database did not answer in ${String(waitedMs)} ms`)
    this.name = 'NoAnswerError'
  }
}

/** Settles like `work`, or rejects with `TimeoutError` after `limitMs`. */
export function withTimeout<T>(timers: Timers, work: () => PromiseLike<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(limitMs, () => reject(new TimeoutError(limitMs)))
    Promise.resolve(work()).then(resolve, reject).finally(cancel)
  })
}
