import type { BesideWhat, StayBeside } from '../../../provider/repositories/previous-stays.ts'
import { DEFAULT_LEEWAY } from '../../../src/domain/booking.ts'
import { toBookingId, toParkId, toUserId } from '../../../src/domain/ids.ts'
import { DAY_MS, toInstant } from '../../../src/domain/instant.ts'
import type { Memory, StoredBooking } from './memory.ts'
import type { Part } from './rows.ts'
import { numberOf, type Statements, textOf, timeOf } from './statement.ts'

type Period = Pick<StayBeside, 'from' | 'to'>

const NEAR_MS = 31 * DAY_MS

/** The part of a booking used before its cancellation; empty when it was cancelled before the start. */
const usedOf = (row: StoredBooking): Period => ({
  from: row.start_time,
  to: toInstant(Math.min(row.end_time, row.cancelled_at ?? row.end_time)),
})

/** As in `renew_booking`. */
export function withUsedPeriod(row: StoredBooking): StoredBooking['earlier_periods'] {
  const used = usedOf(row)
  return row.refund_minor === null || used.to <= used.from ? row.earlier_periods : [...row.earlier_periods, used]
}

/** As in `stays_beside`. */
export function listStaysBeside({ bookings }: Memory, stay: BesideWhat): readonly StayBeside[] {
  const isOfPlate = (row: StoredBooking): boolean =>
    stay.plate !== '' && (row.plate === stay.plate || row.former_plates.includes(stay.plate))
  const paid = bookings.filter(
    (row) =>
      row.park_id === stay.parkId &&
      (row.user_id === stay.userId || (row.previous_stay !== null && isOfPlate(row))) &&
      row.hold_until === null &&
      (row.status === 'active' || row.refund_minor !== null) &&
      row.start_time < stay.endMs + NEAR_MS &&
      row.end_time > stay.startMs - NEAR_MS,
  )
  const { graceMinutes } = DEFAULT_LEEWAY
  const found = paid.flatMap((row) => {
    const isItself = row.booking_id === stay.except && row.status === 'active'
    const periods = [...(isItself ? [] : [usedOf(row)]), ...row.earlier_periods]
    return periods
      .filter(({ from, to }) => to > from && (isOfPlate(row) || to <= stay.startMs || from >= stay.endMs))
      .map(({ from, to }) => ({
        from: toInstant(from),
        to: toInstant(to),
        own: row.user_id === stay.userId,
        graceMinutes,
      }))
  })
  return found.toSorted((a, b) => a.from - b.from || a.to - b.to || Number(a.own) - Number(b.own))
}

/** `lockPark` does nothing, because only one transaction at a time writes to the memory. */
export const previousStays: Part<'listStaysBeside' | 'listLaterStays' | 'lockPark'> = (memory) => ({
  listLaterStays: ({ booking_id: id, park_id: parkId, plate, end_time: end }) =>
    memory.bookings
      .filter(
        (row) =>
          row.park_id === parkId &&
          row.booking_id !== id &&
          row.status === 'active' &&
          row.hold_until === null &&
          row.end_time > end &&
          plate !== '' &&
          row.plate === plate,
      )
      .map(({ start_time: start, end_time }) => ({ start, end: end_time })),
  listStaysBeside: (stay) => listStaysBeside(memory, stay),
  lockPark: () => undefined,
})

/** For transactions that mix these with other SQL statements. */
export const previousStayStatements: Statements = [
  [
    'select stays_beside($1, $2, $3, $4, $5, $6) as stays',
    (memory, [parkId, userId, plate, from, to, except]) => {
      const stay = { startMs: timeOf(from), endMs: timeOf(to), plate: textOf(plate) }
      const of = { parkId: toParkId(numberOf(parkId)), userId: toUserId(textOf(userId)) }
      const itself = except === null ? {} : { except: toBookingId(textOf(except)) }
      return [{ stays: listStaysBeside(memory, { ...stay, ...of, ...itself }) }]
    },
  ],
  ['select 1 from parks where id = $1 for no key update', () => []],
]
