import type { Booking } from '../contract/bookings.ts'
import type { Park } from '../contract/parks.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import type { StayError } from '../domain/price-stay.ts'
import { ok, type Result } from '../lib/result.ts'
import { pricePark } from './price-park.ts'

/** What a later end costs, minor units: the difference of two quotes at the tariff of now, as the provider counts it. */
export function priceExtension(
  park: Pick<Park, 'rate' | 'timezone'>,
  booking: Booking,
  newEnd: Instant,
): Result<number, StayError> {
  const fromMs = mustInstant(booking.start_time)
  const vehicleTypeId = booking.vehicle_type_id
  const whole = pricePark(park, { fromMs, untilMs: newEnd, vehicleTypeId })
  if (!whole.ok) return whole
  const before = pricePark(park, { fromMs, untilMs: mustInstant(booking.end_time), vehicleTypeId })
  return before.ok ? ok(Math.max(0, whole.value.totalMinor - before.value.totalMinor)) : before
}
