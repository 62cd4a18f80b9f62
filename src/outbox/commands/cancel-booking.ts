import type { Booking } from '../../contract/bookings.ts'
import type { QueueableCommand } from '../../domain/commands.ts'

type CancelCommand = Extract<QueueableCommand, { kind: 'booking.cancel' }>

/** `minRefundMinor`: what the driver was shown and accepted; a smaller refund is refused and asked again. */
export const cancelBookingCommand = (bookingId: string, minRefundMinor: number): CancelCommand => ({
  kind: 'booking.cancel',
  bookingId,
  minRefundMinor,
})

export const isCancelDone = (booking: Booking): boolean => booking.status === 'cancelled'
