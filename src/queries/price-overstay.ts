import { bookedRateOf, paidOverstayOf } from '../contract/booked-rate.ts'
import type { Booking } from '../contract/bookings.ts'
import { must } from '../lib/assert.ts'
import { bookingSpans } from './booking-spans.ts'
import { leewayOf } from '../domain/booking.ts'
import { type Instant, MINUTE_MS, mustInstant, toInstant } from '../domain/instant.ts'
import {
  coveredUntil,
  findOverstay,
  leaveByOf,
  type Overstay,
  type OverstayInput,
  overUntil,
} from '../domain/overstay.ts'

type Stay = Pick<
  Booking,
  'start_time' | 'end_time' | 'vehicle_type_id' | 'park' | 'booked_rate' | 'overstay' | 'monthly'
>

/** After a monthly pass, overstay is counted from its last opening, as at the gate. */
const inputOf = (booking: Stay, now: Instant): OverstayInput => ({
  ...must(bookingSpans(booking).at(-1), 'last opening'),
  now,
  zone: booking.park.timezone,
  vehicleType: booking.vehicle_type_id,
  rate: bookedRateOf(booking) ?? undefined,
  paid: paidOverstayOf(booking),
})

/** Returns what leaving at `now` costs beyond the amount paid, by the attendant's own rule: at the booking's tariff. */
export const priceOverstay = (booking: Stay, now: Instant): Overstay => findOverstay(inputOf(booking, now))

/**
 * Returns until when the car has stayed over: now, or the start of the driver's next booking for it there. `bookings`
 * are the driver's.
 */
export function overUntilOf(
  booking: Pick<Booking, 'booking_id' | 'park_id' | 'plate' | 'end_time'>,
  bookings: readonly Booking[],
  now: Instant,
): Instant {
  const others = bookings.filter(
    ({ booking_id: id, park_id: parkId, plate, status }) =>
      id !== booking.booking_id && parkId === booking.park_id && plate === booking.plate && status === 'active',
  )
  const spans = others.flatMap((other) => bookingSpans(other))
  return overUntil(mustInstant(booking.end_time), spans, now)
}

export interface OverstayStep {
  readonly at: Instant
  readonly dueMinor: number
}

/** Returns when more is owed than at `now`, and how much; null when that is unknown or more than a day away. */
export function nextOverstayStep(booking: Stay, now: Instant): OverstayStep | null {
  const { quote } = priceOverstay(booking, now)
  if (quote === null) return null
  const at = coveredUntil(inputOf(booking, now), quote.totalMinor)
  const { dueMinor } = priceOverstay(booking, toInstant(at + MINUTE_MS))
  return dueMinor === null || dueMinor <= quote.totalMinor - (booking.overstay?.paid ?? 0) ? null : { at, dueMinor }
}

/** Returns until when the car may leave without owing anything, or anything more. */
export const leaveByOfBooking = (booking: Pick<Booking, 'end_time' | 'park' | 'overstay'>): Instant =>
  leaveByOf(mustInstant(booking.end_time), {
    paid: paidOverstayOf(booking),
    graceMinutes: leewayOf(booking.park).graceMinutes,
  })
