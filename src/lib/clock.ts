/** Epoch milliseconds from an injected source, so that tests and the simulator control time. */
export interface Clock {
  /** Wall-clock time, epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
