import { bookingPhase } from '../../domain/booking.ts'
import { DAY_MS, type Instant, mustInstant, toInstant } from '../../domain/instant.ts'
import type { BookingView } from '../../queries/query.ts'
import { nextStep } from '../../stores/search-draft.ts'

/** When the last stay is longer ago than this, home offers nothing. */
const OFFERED_MS = 90 * DAY_MS

/**
 * Returns the stay to offer again: the last one that is over, at this car park or anywhere. Null while one is running
 * there, because that one can be extended. `bookings`: latest start first.
 */
export function lastStay(
  bookings: readonly BookingView[],
  now: Instant,
  parkId: number | null = null,
): BookingView | null {
  // Monthly passes are bought again where they are sold.
  const there = bookings.filter(
    (booking) => booking.monthly === undefined && (parkId === null || booking.park_id === parkId),
  )
  if (there.some((booking) => ['running', 'grace'].includes(bookingPhase(booking, now)))) return null
  const last = there.find((booking) => bookingPhase(booking, now) === 'ended')
  if (last === undefined) return null
  const isLongAgo = parkId === null && now - mustInstant(last.end_time) > OFFERED_MS
  return isLongAgo ? null : last
}

/** Returns a stay of the same length, starting now. */
export function againFrom(booking: BookingView, now: Instant): { readonly from: Instant; readonly until: Instant } {
  const from = nextStep(now)
  return { from, until: toInstant(from + (mustInstant(booking.end_time) - mustInstant(booking.start_time))) }
}
