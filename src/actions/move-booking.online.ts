import type { Booking } from '../contract/bookings.ts'
import { type Instant, toRfc3339 } from '../domain/instant.ts'
import type { Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { ask, bookingOf } from './requests.online.ts'

export interface MoveBookingInput {
  readonly booking: Pick<Booking, 'booking_id' | 'start_time' | 'end_time'>
  readonly park: { readonly id: number; readonly name: string }
  readonly startMs: Instant
  readonly endMs: Instant
  /** What the driver was shown: the price there, and what the old booking gives back; minor units. */
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
  readonly minRefundMinor: number
}

/** Another booking in place of this one. Refusals: those of a booking and of a cancel, stay_begun, stale_base, currency_mismatch. */
export const moveBooking = async (
  { booking, park, ...wanted }: MoveBookingInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.move',
      bookingId: booking.booking_id,
      parkName: park.name,
      body: {
        park_id: park.id,
        start_time: toRfc3339(wanted.startMs),
        end_time: toRfc3339(wanted.endMs),
        base_start_time: booking.start_time,
        base_end_time: booking.end_time,
        quoted_total: wanted.quotedTotalMinor,
        tariff_version: wanted.tariffVersion,
        min_refund: wanted.minRefundMinor,
      },
    }),
  )
