import { bookedRateOf, refundableBooking } from '../contract/booked-rate.ts'
import type { Booking } from '../contract/bookings.ts'
import { earliestEnd } from '../domain/booking.ts'
import { endOfMinute, type Shortened, shortenedNow } from '../domain/cancellation.ts'
import { type Instant, MINUTE_MS, mustInstant, toInstant } from '../domain/instant.ts'
import { previousStayOfBooking } from './use-previous-stay.ts'

/**
 * Returns the refund for an earlier end requested within the minute of `now`, so that a tap within it gets no less.
 * `bookings` are the driver's.
 */
export function priceShortening(
  booking: Booking,
  newEnd: Instant,
  { now, bookings = [] }: { readonly now: Instant; readonly bookings?: readonly Booking[] },
): Shortened {
  const rate = bookedRateOf(booking)
  const refundable = refundableBooking(booking)
  const priced = rate === null ? null : { ...rate, previousStay: previousStayOfBooking(booking, newEnd, bookings) }
  return shortenedNow({ ...refundable, rate: priced }, newEnd, endOfMinute(now))
}

/** Returns the earliest end that a stay can be given now, with a minute to tap; never below the park's minimum stay. */
export function earliestEndOf(booking: Booking, now: Instant): Instant {
  const shortest = bookedRateOf(booking)?.tariff.minimumStayMinutes ?? 0
  const from = Math.max(now + MINUTE_MS, mustInstant(booking.start_time) + shortest * MINUTE_MS)
  return earliestEnd(booking, toInstant(from))
}
