import type { Booking } from '../contract/bookings.ts'
import type { RowsRead } from '../db/read/read-with-outbox.ts'
import { bookingIn, bookingsIn, NO_BOOKING, NO_BOOKINGS } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { touchingStays } from '../domain/touching-stays.ts'
import type { Query } from './query.ts'
import { useRowsWithOutbox } from './use-rows-with-outbox.ts'
import { type BookingView, type Unanswered, viewBooking } from './view-bookings.ts'

interface PassRows {
  readonly booking: Saved<Booking | null>
  readonly bookings: Saved<readonly Booking[]>
}

const passIn =
  (code: string): RowsRead<PassRows> =>
  async (db) => {
    const [booking, bookings] = await Promise.all([bookingIn(code)(db), bookingsIn(db)])
    return { booking, bookings }
  }

const NO_PASS: PassRows = { booking: NO_BOOKING, bookings: NO_BOOKINGS }

/** Returns all bookings that form one stay with this one, in order of time. Null when it is not saved on this phone. */
function fold({ booking, bookings }: PassRows, unanswered: Unanswered): Saved<readonly BookingView[] | null> {
  if (booking.value === null) return { value: null, savedAt: booking.savedAt }
  const parts = touchingStays(booking.value, bookings.value).map((part) => viewBooking(part, unanswered))
  return { value: parts, savedAt: booking.savedAt }
}

/** By booking code, as shown (`K7QM-4T2P`): touching bookings of one plate in one park form one pass. */
export const usePass = (code: string): Query<readonly BookingView[] | null> =>
  useRowsWithOutbox({ read: passIn(code), absent: NO_PASS, fold }, [code])
