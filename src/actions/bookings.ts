import type { Booking } from '../contract/bookings.ts'
import { deletePageSnapshots } from '../lib/page-snapshots.ts'
import type { Result } from '../lib/result.ts'
import { extendBookingCommand, type ExtendInput } from '../outbox/commands/as-seen.ts'
import { type EnqueueContext, enqueueContext } from '../outbox/enqueue.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult } from './requests.ts'

/** Refusals: max_price_exceeded, stale_base, grace_over, park_full, wallet_too_low. */
export const extendBooking = (
  input: ExtendInput,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult, ActionError>> => enqueueCommand(asker, extendBookingCommand(input))

export interface CancelBookingInput {
  readonly booking: Booking
  /** The refund shown to the driver; a smaller one is refused with `refund_below_minimum`. */
  readonly minRefundMinor: number
  /** There was no space for the car. */
  readonly reason?: 'no_space'
}

export const cancelBooking = (
  { booking, minRefundMinor, reason }: CancelBookingInput,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult, ActionError>> => {
  // A relaunch must not show the pass of a cancelled booking, even briefly.
  deletePageSnapshots()
  const why = reason === undefined ? {} : { reason }
  return enqueueCommand(asker, { kind: 'booking.cancel', bookingId: booking.booking_id, minRefundMinor, ...why })
}
