import type { Booking } from '../contract/bookings.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { ask, bookingOf } from './ask-now.online.ts'

export interface RenewBookingInput {
  readonly booking: Booking
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
}

/** Books a cancelled stay again, at the price shown. */
export const renewBooking = async (
  { booking, quotedTotalMinor: quotedTotal, tariffVersion }: RenewBookingInput,
  phone: Phone = thisPhone,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', { kind: 'booking.renew', bookingId: booking.booking_id, quotedTotal, tariffVersion }),
  )
