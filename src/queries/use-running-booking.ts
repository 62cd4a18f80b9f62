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

export type RunningBookingView = BookingView & {
  /** An earlier booking of the car there that ended before this one, and may have an unpaid overstay. */
  readonly over?: BookingView
  /** The last of the touching bookings, with its own times: the one that can be shortened. */
  readonly last?: BookingView
}

function fold(bookings: Saved<readonly Booking[]>, unanswered: Unanswered): Saved<RunningBookingView | null> {
  const now = toInstant(systemClock.now())
  const views = bookings.value.map((booking) => viewBooking(booking, unanswered))
  const [first] = views.filter((booking) => isOpen(booking, now)).toSorted(byEnd)
  const over = findOverstayed(views, now)
  const value =
    first === undefined ? over : { ...toWholeStay(first, views), ...(isOfOneCar(first, over) ? { over } : {}) }
  return { value, savedAt: bookings.savedAt }
}

/** Returns the last booking to end whose car may still be there, unless another booking continues it. */
const findOverstayed = (all: readonly BookingView[], now: Instant): BookingView | null =>
  all
    .filter((booking) => mayOverstay(booking, now) && touchingStays(booking, all).at(-1) === booking)
    .toSorted(byEnd)
    .at(-1) ?? null

const isOfOneCar = (booking: BookingView, over: BookingView | null): over is BookingView =>
  over !== null && over.park_id === booking.park_id && over.plate === booking.plate

/** Touching bookings end once, at the end of the last. */
function toWholeStay(first: BookingView, all: readonly BookingView[]): RunningBookingView {
  const last = touchingStays(first, all).at(-1) ?? first
  return { ...first, end_time: last.end_time, last }
}

/**
 * The stay that an attendant lets in or out now, earliest end first: from 15 minutes before to 10 after, unless the car
 * park sets other limits. Otherwise an overstayed one.
 */
export const useRunningBooking = (): Query<RunningBookingView | null> =>
  useRowsWithOutbox({ read: bookingsIn, absent: NO_BOOKINGS, fold }, [])
