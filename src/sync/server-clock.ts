import { CLOCK_TOLERANCE_MS } from '../domain/check-in.ts'
import type { Clock } from '../lib/clock.ts'

export interface ServerClock {
  /** Called as a request is sent. The returned function takes the `Date` of the answer, epoch milliseconds. */
  listen(): (dateMs: number) => void
  /** Returns epoch milliseconds; the phone's own time before the provider's first answer. */
  now(): number
  /** Like `now`, but null before the provider's first answer. */
  heardNow(): number | null
  /**
   * Returns how far the phone's clock is ahead, whole milliseconds. Null before the provider's first answer, and after
   * the phone has slept or its clock was set forward: no clock of the phone can distinguish the two.
   */
  aheadMs(): number | null
}

/**
 * The provider's time. A phone's clock may be days off or jump while a command waits, so limits like `notAfter` are
 * compared with the provider's `Date`, advanced by a clock that only runs forward. On some phones that clock stops
 * during sleep.
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
        // An answer that a sleeping phone reads hours later carries an outdated time.
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
