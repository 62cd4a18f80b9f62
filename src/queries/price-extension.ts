import { bookedRateOf } from '../contract/booked-rate.ts'
import type { Booking } from '../contract/bookings.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { extendedPrice, type StayError } from '../domain/price-stay.ts'
import type { Result } from '../lib/result.ts'

/** What a later end costs, minor units; null where an old row of this phone does not tell what it was booked at. */
export function priceExtension(booking: Booking, newEnd: Instant): Result<number, StayError> | null {
  const rate = bookedRateOf(booking)
  if (rate === null) return null
  const priced = extendedPrice({
    ...rate,
    from: mustInstant(booking.start_time),
    to: mustInstant(booking.end_time),
    newEnd,
  })
  return priced.ok ? { ok: true, value: priced.value.extra.totalMinor } : priced
}
