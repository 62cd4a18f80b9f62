import type { Booking } from '../contract/bookings.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { pushBooking } from './push-write.online.ts'

export interface RenewBookingInput {
  readonly booking: Booking
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
}

/** Books a cancelled stay again, at the price shown. */
export const renewBooking = (
  input: RenewBookingInput,
  phone: Phone = thisPhone,
): Promise<Result<Booking, ActionError>> =>
  pushBooking(phone, {
    kind: 'booking.renew',
    bookingId: input.booking.booking_id,
    quotedTotal: input.quotedTotalMinor,
    tariffVersion: input.tariffVersion,
  })
