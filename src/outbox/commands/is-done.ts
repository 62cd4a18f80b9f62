import type { Booking } from '../../contract/bookings.ts'
import type { Command } from '../../db/command.ts'
import { normalisePlate } from '../../domain/plate.ts'
import { unreachable } from '../../lib/assert.ts'
import { isCancelDone } from './cancel-booking.ts'
import { isExtendDone } from './extend-booking.ts'

type OfBooking = Extract<Command, { readonly bookingId: string }>

/** Whether the booking is as the command wants it: then asking again would change nothing. */
export function isBookingDone(command: OfBooking, booking: Booking): boolean {
  if (booking.booking_id !== command.bookingId) return false
  switch (command.kind) {
    case 'booking.cancel':
      return isCancelDone(booking)
    case 'booking.extend':
      return isExtendDone(command, booking)
    case 'booking.renew':
      return booking.status === 'active'
    case 'booking.change_plate':
      return normalisePlate(booking.plate) === normalisePlate(command.body.plate)
    default:
      return unreachable(command)
  }
}
