import type { Clock } from '../lib/clock.ts'

export interface ServerClock {
  /** The `Date` of an answer, epoch milliseconds. */
  hear(dateMs: number): void
  /** Epoch milliseconds. */
  now(): number
  /** How far the phone's clock is ahead, whole milliseconds; null before the provider was heard. */
  aheadMs(): number | null
}

/**
 * The provider's time. A phone's clock may be days off or jump while a command waits; the provider's `Date`, carried on by
 * a clock that only runs forward, is what limits like `notAfter` are held against.
 */
export function createServerClock(clock: Clock, monotonic: () => number): ServerClock {
  let heard: { readonly dateMs: number; readonly at: number } | undefined
  const now = (): number => (heard === undefined ? clock.now() : heard.dateMs + (monotonic() - heard.at))
  return {
    hear(dateMs) {
      heard = { dateMs, at: monotonic() }
    },
    now,
    aheadMs: () => (heard === undefined ? null : Math.round(clock.now() - now())),
  }
}
