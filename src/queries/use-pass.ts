import { bookingIn, bookingsIn, NO_BOOKING, NO_BOOKINGS } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { touchingStays } from '../domain/touching-stays.ts'
import { type Query, useSaved } from './query.ts'
import { readWithUnanswered } from './read-unanswered.ts'
import { type BookingView, viewBooking } from './view-bookings.ts'

/** All bookings that are one stay with this one, in order of time. Null: it is not saved on this phone. */
async function readParts(code: string): Promise<Saved<readonly BookingView[] | null>> {
  const { rows, unanswered } = await readWithUnanswered(
    async (db) => {
      const [booking, bookings] = await Promise.all([bookingIn(code)(db), bookingsIn(db)])
      return { booking, bookings }
    },
    { booking: NO_BOOKING, bookings: NO_BOOKINGS },
  )
  const { booking, bookings } = rows
  if (booking.value === null) return { value: null, savedAt: booking.savedAt }
  const parts = touchingStays(booking.value, bookings.value).map((part) => viewBooking(part, unanswered))
  return { value: parts, savedAt: booking.savedAt }
}

/** By booking code, as shown (`K7QM-4T2P`): bookings of one plate in one park that touch are one pass. */
export const usePass = (code: string): Query<readonly BookingView[] | null> => useSaved(() => readParts(code), [code])
