import type { Booking } from '../../contract/bookings.ts'
import type { CommandOf } from '../../db/command.ts'
import { graceEndOf } from '../../domain/booking.ts'

export interface ExtendInput {
  /** As the driver saw it. */
  readonly booking: Booking
  /** Epoch milliseconds. */
  readonly newEndMs: number
  readonly maxPriceMinor: number
}

/** Worthless once the grace after the end that the driver saw is over: by then the stay has ended. */
export const extendBookingCommand = ({
  booking,
  newEndMs,
  maxPriceMinor,
}: ExtendInput): CommandOf<'booking.extend'> => ({
  kind: 'booking.extend',
  bookingId: booking.booking_id,
  baseEnd: booking.end_time,
  newEnd: new Date(newEndMs).toISOString(),
  maxPriceMinor,
  notAfter: new Date(graceEndOf(booking)).toISOString(),
})
