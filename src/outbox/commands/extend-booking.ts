import type { Booking, ExtendBookingBody } from '../../contract/bookings.ts'
import { graceEndOf } from '../../domain/booking.ts'
import type { QueueableCommand } from '../../domain/commands.ts'

type ExtendCommand = Extract<QueueableCommand, { kind: 'booking.extend' }>

export interface ExtendInput {
  /** As the driver saw it. */
  readonly booking: Booking
  /** Epoch milliseconds. */
  readonly newEndMs: number
  readonly maxPriceMinor: number
}

/** Worthless once the grace after the end that the driver saw is over: by then the stay has ended. */
export const extendBookingCommand = ({ booking, newEndMs, maxPriceMinor }: ExtendInput): ExtendCommand => ({
  kind: 'booking.extend',
  bookingId: booking.booking_id,
  baseEnd: booking.end_time,
  newEnd: new Date(newEndMs).toISOString(),
  maxPriceMinor,
  notAfter: new Date(graceEndOf(booking)).toISOString(),
})

export const toExtendBody = (command: ExtendCommand): ExtendBookingBody => ({
  booking_id: command.bookingId,
  new_end_time: command.newEnd,
  base_end_time: command.baseEnd,
  max_price: command.maxPriceMinor,
})

export const isExtendDone = (command: ExtendCommand, booking: Booking): boolean =>
  Date.parse(booking.end_time) === Date.parse(command.newEnd)
