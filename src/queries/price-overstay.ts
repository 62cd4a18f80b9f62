import type { Booking } from '../contract/bookings.ts'
import type { Park } from '../contract/parks.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { findOverstay, type Overstay } from '../domain/overstay.ts'
import { rulesOf } from './price-park.ts'

/** What leaving at `now` costs beyond what was paid, by the attendant's own rule; without a saved park it has no price. */
export const priceOverstay = (
  park: Pick<Park, 'rate'> | null,
  booking: Pick<Booking, 'end_time' | 'vehicle_type_id' | 'park'>,
  now: Instant,
): Overstay =>
  findOverstay({
    end: mustInstant(booking.end_time),
    now,
    zone: booking.park.timezone,
    vehicleType: booking.vehicle_type_id,
    rate: park === null ? undefined : rulesOf(park.rate),
  })
