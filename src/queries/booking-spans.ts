import { mustInstant } from '../domain/instant.ts'
import { type Opening, openingsOf } from '../domain/monthly-pass.ts'
import { localDayNumber } from '../domain/zone.ts'
import type { Booking } from '../contract/bookings.ts'
import { hoursFromWire } from '../contract/tariff-mapping.ts'

/** Returns when a booking occupies a space: for a monthly pass, each of its openings. */
export function bookingSpans({
  start_time,
  end_time,
  monthly,
  park,
}: Pick<Booking, 'start_time' | 'end_time' | 'monthly' | 'park'>): readonly Opening[] {
  const start = mustInstant(start_time)
  return monthly === undefined
    ? [{ start, end: mustInstant(end_time) }]
    : openingsOf(hoursFromWire(monthly.hours), localDayNumber(start, park.timezone), park.timezone)
}
