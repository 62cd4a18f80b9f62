import type { Booking } from '../contract/bookings.ts'
import { bookingIn, bookingsIn, NO_BOOKING, NO_BOOKINGS } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import type { Query } from './query.ts'
import { useRowsWithOutbox } from './use-rows-with-outbox.ts'
import { type BookingView, type Unanswered, viewBooking } from './view-bookings.ts'

const foldAll = (
  { value, savedAt }: Saved<readonly Booking[]>,
  unanswered: Unanswered,
): Saved<readonly BookingView[]> => ({
  value: value.map((booking) => viewBooking(booking, unanswered)),
  savedAt,
})

const foldOne = ({ value, savedAt }: Saved<Booking | null>, unanswered: Unanswered): Saved<BookingView | null> => ({
  value: value === null ? null : viewBooking(value, unanswered),
  savedAt,
})

/** The driver's bookings, the latest start first. */
export const useBookings = (): Query<readonly BookingView[]> =>
  useRowsWithOutbox({ read: bookingsIn, absent: NO_BOOKINGS, fold: foldAll }, [])

/** By booking code, as shown (`K7QM-4T2P`). Null when not saved on this phone. */
export const useBooking = (code: string): Query<BookingView | null> =>
  useRowsWithOutbox({ read: bookingIn(code), absent: NO_BOOKING, fold: foldOne }, [code])
