import {
  NO_SPACE_BAR_DAYS,
  NO_SPACE_PROBLEMS,
  NO_SPACE_SAME_VISIT_MINUTES,
  type NoSpaceProblem,
} from '../../../src/domain/no-space.ts'
import type { ParkProblem } from '../../../src/domain/park-problem.ts'
import { type BookingId, toBookingId } from '../../../src/domain/ids.ts'
import { DAY_MS, type Instant, MINUTE_MS, toInstant } from '../../../src/domain/instant.ts'
import type { Memory, StoredBooking } from './memory.ts'
import type { Part } from './rows.ts'
import { type Statements, textOf, timeOf } from './statement.ts'

const platesOf = ({ plate, former_plates: former }: StoredBooking): readonly string[] =>
  [...former, plate].filter((one) => one !== '')
const areShared = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one))

/** Whether the plate was booked there until shortly before, as in `no_space_history`. */
function isSameVisit({ bookings }: Memory, booking: StoredBooking): boolean {
  const fromMs = booking.start_time - NO_SPACE_SAME_VISIT_MINUTES * MINUTE_MS
  return bookings
    .filter(
      (row) => row.park_id === booking.park_id && row.booking_id !== booking.booking_id && row.hold_until === null,
    )
    .filter((row) => areShared(platesOf(row), platesOf(booking)) && row.start_time < booking.start_time)
    .some((row) => {
      const cancelledMs = row.cancelled_at ?? row.end_time
      const isUsed = row.status === 'active' || (row.refund_minor !== null && cancelledMs > row.start_time)
      return isUsed && Math.min(row.end_time, cancelledMs) > fromMs
    })
}

export const noSpaceRows: Part<'readNoSpaceHistory' | 'insertNoSpaceRefund'> = (memory) => ({
  readNoSpaceHistory({ bookingId, nowMs }) {
    const booking = memory.bookings.must(bookingId)
    const refunds = memory.noSpaceRefunds
      .filter(({ userId, plates }) => userId === booking.user_id || areShared(plates, platesOf(booking)))
      .filter(({ refundedMs }) => refundedMs > nowMs - NO_SPACE_BAR_DAYS * DAY_MS)
    const countSince = (days: number): number =>
      refunds.filter(({ refundedMs }) => refundedMs > nowMs - days * DAY_MS).length
    return {
      ...{ lastDay: countSince(1), lastMonth: countSince(30) },
      wasInside: refunds.some((refund) => memory.bookings.must(refund.bookingId).checked_in_at !== null),
      isSameVisit: isSameVisit(memory, booking),
    }
  },
  insertNoSpaceRefund({ bookingId, nowMs }) {
    const booking = memory.bookings.must(bookingId)
    const row = { bookingId, userId: booking.user_id, plates: platesOf(booking), refundedMs: nowMs }
    memory.noSpaceRefunds.insert(memory.noSpaceRefunds.all().length + 1, row)
  },
})

const isNoSpace = (kind: ParkProblem): kind is NoSpaceProblem => NO_SPACE_PROBLEMS.some((one) => one === kind)

/** The latest report of a booking's driver, as the day list joins it. */
export function findProblem(
  { problems }: Memory,
  bookingId: BookingId,
): { readonly problem: NoSpaceProblem | null; readonly problem_at: Instant | null } {
  const own = problems.filter((row) => row.bookingId === bookingId).toSorted((a, b) => b.createdMs - a.createdMs)[0]
  if (own === undefined || !isNoSpace(own.kind)) return { problem: null, problem_at: null }
  return { problem: own.kind, problem_at: toInstant(own.createdMs) }
}

export const problemStatements: Statements = [
  // No phone reads a photo back.
  ['insert into problem_photos (problem_id, jpeg, created_at) values ($1, $2, $3)', () => []],
  [
    'update bookings set version = version + 1, updated_at = $4 where booking_id = $1 and user_id = $2 and park_id = $3 and hold_until is null returning booking_id',
    ({ bookings }, [bookingId, userId, parkId, now]) => {
      const id = toBookingId(textOf(bookingId))
      const row = bookings.find(id)
      if (row === undefined || row.user_id !== userId || row.park_id !== parkId || row.hold_until !== null) return []
      bookings.update(id, { version: row.version + 1, updated_at: timeOf(now) })
      return [{ booking_id: id }]
    },
  ],
  [
    'insert into park_problems (problem_id, park_id, user_id, kind, text, booking_id, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    ({ problems }, [problemId, , , kind, , bookingId, now]) => {
      const row = { kind: kind as ParkProblem, bookingId: bookingId as BookingId | null, createdMs: timeOf(now) }
      problems.insert(textOf(problemId), row)
      return []
    },
  ],
]
