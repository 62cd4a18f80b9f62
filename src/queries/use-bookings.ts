import { bookingsIn, NO_BOOKINGS } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { type Query, useSaved } from './query.ts'
import { readWithUnanswered } from './read-unanswered.ts'
import { type BookingView, viewBooking } from './view-bookings.ts'

async function readViews(): Promise<Saved<readonly BookingView[]>> {
  const { rows: bookings, unanswered } = await readWithUnanswered(bookingsIn, NO_BOOKINGS)
  return { value: bookings.value.map((booking) => viewBooking(booking, unanswered)), savedAt: bookings.savedAt }
}

/** The driver's bookings, the latest start first. */
export const useBookings = (): Query<readonly BookingView[]> => useSaved(readViews, [])
