import { bookedRateOf } from '../contract/booked-rate.ts'
import type { Booking } from '../contract/bookings.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { findOverstay, type Overstay } from '../domain/overstay.ts'

type Stay = Pick<Booking, 'start_time' | 'end_time' | 'vehicle_type_id' | 'park' | 'booked_rate'>

/** What leaving at `now` costs beyond what was paid, by the attendant's own rule: at the tariff of the booking. */
export const priceOverstay = (booking: Stay, now: Instant): Overstay =>
  findOverstay({
    start: mustInstant(booking.start_time),
    end: mustInstant(booking.end_time),
    now,
    zone: booking.park.timezone,
    vehicleType: booking.vehicle_type_id,
    rate: bookedRateOf(booking) ?? undefined,
  })
