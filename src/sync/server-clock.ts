import { CLOCK_TOLERANCE_MS } from '../domain/check-in.ts'
import type { Clock } from '../lib/clock.ts'

export interface ServerClock {
  /** Called as a request leaves. What it gives is told the `Date` of the answer, epoch milliseconds. */
  listen(): (dateMs: number) => void
  /** Epoch milliseconds; the phone's own before the provider was heard. */
  now(): number
  /** The same, null before the provider was heard. */
  heardNow(): number | null
  /**
   * How far the phone's clock is ahead, whole milliseconds; null before the provider was heard, and where the phone has slept
   * or its clock was set forward since: which of the two it was, no clock of the phone can tell.
   */
  aheadMs(): number | null
}

/**
 * The provider's time. A phone's clock may be days off or jump while a command waits; the provider's `Date`, carried on by
 * a clock that only runs forward, is what limits like `notAfter` are held against. That clock stands still on some phones
 * while they sleep.
 */
export function createServerClock(clock: Clock, monotonic: () => number): ServerClock {
  const read = () => ({ wall: clock.now(), monotonic: monotonic() })
  let heard: (ReturnType<typeof read> & { readonly dateMs: number }) | undefined
  const heardNow = () => (heard === undefined ? null : heard.dateMs + (monotonic() - heard.monotonic))
  const now = (): number => heardNow() ?? clock.now()
  return {
    listen() {
      const sent = read()
      return (dateMs) => {
        const came = read()
        // An answer that a sleeping phone had not read for hours says what the time was then.
        const waitedMs = Math.max(came.wall - sent.wall, came.monotonic - sent.monotonic)
        if (waitedMs <= CLOCK_TOLERANCE_MS) heard = { ...came, dateMs }
      }
    },
    now,
    heardNow,
    aheadMs() {
      if (heard === undefined) return null
      const gainedMs = clock.now() - heard.wall - (monotonic() - heard.monotonic)
      return gainedMs > CLOCK_TOLERANCE_MS ? null : Math.round(clock.now() - now())
    },
  }
}
