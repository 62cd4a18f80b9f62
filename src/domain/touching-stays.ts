/** Adjacent bookings of one plate in one park form one stay with one pass. */
import type { BookingStatus } from './booking.ts'

export interface TouchingStay {
  readonly booking_code: string
  readonly park_id: number
  readonly plate: string
  readonly status: BookingStatus
  readonly start_time: string
  readonly end_time: string
  /** Set for a monthly pass, which is always a stay of its own. */
  readonly monthly?: object
}

const startOf = (stay: TouchingStay): number => Date.parse(stay.start_time)
const endOf = (stay: TouchingStay): number => Date.parse(stay.end_time)

const isBeside = (a: TouchingStay, b: TouchingStay): boolean =>
  b.status === 'active' && b.monthly === undefined && a.park_id === b.park_id && a.plate === b.plate

/**
 * Returns all bookings of the stay that a booking belongs to, in order of time. A cancelled booking or a monthly pass
 * stands alone.
 */
export function touchingStays<Stay extends TouchingStay>(booking: Stay, all: readonly Stay[]): readonly Stay[] {
  if (booking.status !== 'active' || booking.monthly !== undefined) return [booking]
  const others = all.filter((stay) => isBeside(booking, stay) && stay.booking_code !== booking.booking_code)
  const chain = [booking]
  // Both loops terminate: each iteration adds one of finitely many bookings, and a stay of zero length cannot be
  // booked.
  for (let before = findEnding(others, booking); before !== undefined; before = findEnding(others, before))
    chain.unshift(before)
  for (let after = findStarting(others, booking); after !== undefined; after = findStarting(others, after))
    chain.push(after)
  return chain
}

const findEnding = <Stay extends TouchingStay>(stays: readonly Stay[], next: Stay): Stay | undefined =>
  stays.find((stay) => endOf(stay) === startOf(next) && startOf(stay) < startOf(next))

const findStarting = <Stay extends TouchingStay>(stays: readonly Stay[], previous: Stay): Stay | undefined =>
  stays.find((stay) => startOf(stay) === endOf(previous) && endOf(stay) > endOf(previous))

/** Returns the part of an ordered stay whose pass is valid now: the first that has not ended, else the last. */
export const partNow = <Stay extends TouchingStay>(parts: readonly Stay[], nowMs: number): Stay | undefined =>
  parts.find((part) => nowMs < endOf(part)) ?? parts.at(-1)
