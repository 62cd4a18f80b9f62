import { bookingIn, NO_BOOKING } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { type Query, useSaved } from './query.ts'
import { readWithUnanswered } from './read-unanswered.ts'
import { type BookingView, viewBooking } from './view-bookings.ts'

async function readView(code: string): Promise<Saved<BookingView | null>> {
  const { rows: booking, unanswered } = await readWithUnanswered(bookingIn(code), NO_BOOKING)
  return { value: booking.value === null ? null : viewBooking(booking.value, unanswered), savedAt: booking.savedAt }
}

/** By booking code, as shown (`K7QM-4T2P`). Null: not saved on this phone. */
export const useBooking = (code: string): Query<BookingView | null> => useSaved(() => readView(code), [code])
