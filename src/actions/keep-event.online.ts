import type { Booking } from '../contract/bookings.ts'
import type { BookedEvent } from '../contract/events.ts'
import type { Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { ask, bookingOf } from './requests.online.ts'

export interface KeepEventInput {
  readonly booking: Pick<Booking, 'booking_id'>
  /** The event as the driver saw it. */
  readonly event: Pick<BookedEvent, 'parking_from'>
}

/** Keeps a booking for the new date of its event. Refused when the date has changed again. */
export const keepForNewDate = async (
  { booking, event }: KeepEventInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.keep_event',
      bookingId: booking.booking_id,
      parkingFrom: event.parking_from,
    }),
  )
