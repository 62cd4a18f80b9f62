import type { Booking } from '../contract/bookings.ts'
import type { Park } from '../contract/parks.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { findOverstay, type Overstay } from '../domain/overstay.ts'
import { rulesOf } from './price-park.ts'

type Stay = Pick<Booking, 'end_time' | 'vehicle_type_id' | 'park' | 'tariff_version' | 'booked_rate'>
type Rated = Pick<Park, 'rate'> | null

/** Undefined where this phone knows the park's rate of today alone, and the booking was made at another. */
function findBookedRate(park: Rated, { tariff_version: version, booked_rate: booked }: Stay) {
  if (booked !== undefined) return booked
  return park?.rate.tariff_version === version ? park.rate : undefined
}

/** What leaving at `now` costs beyond what was paid, by the attendant's own rule: at the tariff of the booking. */
export const priceOverstay = (park: Rated, booking: Stay, now: Instant): Overstay => {
  const rate = findBookedRate(park, booking)
  return findOverstay({
    end: mustInstant(booking.end_time),
    now,
    zone: booking.park.timezone,
    vehicleType: booking.vehicle_type_id,
    rate: rate === undefined ? undefined : rulesOf(rate),
  })
}
