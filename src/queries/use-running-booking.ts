import type { Booking } from '../contract/bookings.ts'
import { bookingsIn, NO_BOOKINGS } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { accessWindow, mayOverstay } from '../domain/booking.ts'
import { type Instant, toInstant } from '../domain/instant.ts'
import { touchingStays } from '../domain/touching-stays.ts'
import { systemClock } from '../lib/clock.ts'
import type { Query } from './query.ts'
import { useRowsWithOutbox } from './use-rows-with-outbox.ts'
import { type BookingView, type Unanswered, viewBooking } from './view-bookings.ts'

const byEnd = (a: BookingView, b: BookingView): number => Date.parse(a.end_time) - Date.parse(b.end_time)

const isOpen = (booking: BookingView, nowMs: number): boolean => {
  const { fromMs, toMs } = accessWindow(booking)
  return booking.status === 'active' && fromMs <= nowMs && nowMs < toMs
}

function fold(bookings: Saved<readonly Booking[]>, unanswered: Unanswered): Saved<BookingView | null> {
  const now = toInstant(systemClock.now())
  const views = bookings.value.map((booking) => viewBooking(booking, unanswered))
  const [first] = views.filter((booking) => isOpen(booking, now)).toSorted(byEnd)
  const value = first === undefined ? findOverstayed(views, now) : toWholeStay(first, views)
  return { value, savedAt: bookings.savedAt }
}

/** The last to end whose car may still be there; not one that another booking continues. */
const findOverstayed = (all: readonly BookingView[], now: Instant): BookingView | null =>
  all
    .filter((booking) => mayOverstay(booking, now) && touchingStays(booking, all).at(-1) === booking)
    .toSorted(byEnd)
    .at(-1) ?? null

/** Bookings that touch end once, at the end of the last. */
const toWholeStay = (first: BookingView, all: readonly BookingView[]): BookingView => ({
  ...first,
  end_time: touchingStays(first, all).at(-1)?.end_time ?? first.end_time,
})

/** The stay that an attendant would let in or out now, the earliest end first: from 15 minutes before to 10 after. Else one that is over. */
export const useRunningBooking = (): Query<BookingView | null> =>
  useRowsWithOutbox({ read: bookingsIn, absent: NO_BOOKINGS, fold }, [])
