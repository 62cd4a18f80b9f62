import { bookingIn, NO_BOOKING } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import type { Booking } from '../contract/bookings.ts'
import type { Query } from './query.ts'
import { useBesideOutbox } from './use-beside-outbox.ts'
import { type BookingView, type Unanswered, viewBooking } from './view-bookings.ts'

const fold = ({ value, savedAt }: Saved<Booking | null>, unanswered: Unanswered): Saved<BookingView | null> => ({
  value: value === null ? null : viewBooking(value, unanswered),
  savedAt,
})

/** By booking code, as shown (`K7QM-4T2P`). Null: not saved on this phone. */
export const useBooking = (code: string): Query<BookingView | null> =>
  useBesideOutbox({ read: bookingIn(code), absent: NO_BOOKING, fold }, [code])
