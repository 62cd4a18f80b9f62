import type { Booking } from '../contract/bookings.ts'
import { type Instant, toRfc3339 } from '../domain/instant.ts'
import type { Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { ask, bookingOf } from './requests.online.ts'

export interface PayOverstayInput {
  readonly booking: Pick<Booking, 'booking_id' | 'overstay'>
  /** What the driver saw. */
  readonly maxPriceMinor: number
}

/** Pays from the wallet what is owed for the time after the end, never more than was seen. Refusals: max_price_exceeded, car_left. */
export const payOverstay = async (
  { booking, maxPriceMinor }: PayOverstayInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.pay_overstay',
      bookingId: booking.booking_id,
      maxPriceMinor,
      paidMinor: booking.overstay?.paid ?? 0,
    }),
  )

export interface ShortenBookingInput {
  readonly booking: Pick<Booking, 'booking_id' | 'end_time'>
  readonly newEnd: Instant
  readonly minRefundMinor: number
}

/** An earlier end, with at least the refund shown. Refusals: refund_below_minimum, stale_base, start_in_past, too_many_cancellations. */
export const shortenBooking = async (
  { booking, newEnd, minRefundMinor }: ShortenBookingInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.shorten',
      bookingId: booking.booking_id,
      baseEnd: booking.end_time,
      newEnd: toRfc3339(newEnd),
      minRefundMinor,
    }),
  )
