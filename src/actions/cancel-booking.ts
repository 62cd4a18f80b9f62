import type { Booking } from '../contract/bookings.ts'
import type { Result } from '../lib/result.ts'
import { dropStills } from '../lib/stills.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'
import { ask, type Asked } from './ask.ts'

export interface CancelBookingInput {
  readonly booking: Booking
  /** The refund that the driver was shown; a smaller one is refused with `refund_below_minimum`. */
  readonly minRefundMinor: number
  /** There was no space for the car. */
  readonly reason?: 'no_space'
}

export const cancelBooking = (
  { booking, minRefundMinor, reason }: CancelBookingInput,
  asker: Asker = thisAsker,
): Promise<Result<Asked, ActionError>> => {
  // No relaunch shows the pass of what the driver has given up, not even for a moment.
  dropStills()
  const why = reason === undefined ? {} : { reason }
  return ask(asker, { kind: 'booking.cancel', bookingId: booking.booking_id, minRefundMinor, ...why })
}
