import type { Booking } from '../contract/bookings.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { ask, bookingOf } from './ask-now.online.ts'

export interface ChangeBookingPlateInput {
  readonly booking: Booking
  readonly plate: string
}

/** The answer carries a pass signed anew. */
export async function changeBookingPlate(
  input: ChangeBookingPlateInput,
  phone: Phone = thisPhone,
): Promise<Result<Booking, ActionError>> {
  const { booking, plate } = input
  const bookingId = booking.booking_id
  return bookingOf(await ask(phone, 'booking', { kind: 'booking.change_plate', bookingId, body: { plate } }))
}
