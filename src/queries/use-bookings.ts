import type { Booking } from '../contract/bookings.ts'
import { bookingsIn, NO_BOOKINGS } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import type { Query } from './query.ts'
import { useBesideOutbox } from './use-beside-outbox.ts'
import { type BookingView, type Unanswered, viewBooking } from './view-bookings.ts'

const fold = (bookings: Saved<readonly Booking[]>, unanswered: Unanswered): Saved<readonly BookingView[]> => ({
  value: bookings.value.map((booking) => viewBooking(booking, unanswered)),
  savedAt: bookings.savedAt,
})

/** The driver's bookings, the latest start first. */
export const useBookings = (): Query<readonly BookingView[]> =>
  useBesideOutbox({ read: bookingsIn, absent: NO_BOOKINGS, fold }, [])
