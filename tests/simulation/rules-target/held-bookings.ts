import type { BookingId, ParkId, UserId } from '../../../src/domain/ids.ts'
import { mustInstant, toInstant } from '../../../src/domain/instant.ts'
import { invariant } from '../../../src/lib/assert.ts'
import { refuseDriver } from './free-cancellations.ts'
import { payForBooking } from './ledger.ts'
import type { Memory, StoredBooking } from './memory.ts'
import { claimSpace } from './space.ts'
import { numberOf, type Statement, type Statements, textOf, timeOf } from './statement.ts'

const TIMES = [
  ...(['start_time', 'end_time', 'cancelled_at', 'hold_until'] as const),
  ...(['checked_in_at', 'checked_out_at', 'created_at', 'updated_at'] as const),
] as const

/** Parses the row in the form that the database function takes: JSON with times as text. */
function readBooking(text: string): StoredBooking {
  const row = JSON.parse(text) as StoredBooking & Readonly<Record<string, string | null>>
  const times = TIMES.map((name) => [name, row[name] === null ? null : mustInstant(row[name] as unknown as string)])
  return { ...row, ...Object.fromEntries(times) } as StoredBooking
}

const spanOf = (row: StoredBooking, nowMs: number) => ({ from: row.start_time, to: row.end_time, nowMs })

interface GivenUp {
  readonly reason: string
  readonly nowMs: number
}

function giveUp({ bookings }: Memory, row: StoredBooking, { reason, nowMs }: GivenUp): void {
  const now = toInstant(nowMs)
  bookings.update(row.booking_id, {
    ...{ status: 'cancelled', cancelled_at: now, cancel_reason: reason, hold_until: null },
    ...{ version: row.version + 1, updated_at: now },
  })
}

const isHeld = (row: StoredBooking): boolean => row.status === 'active' && row.hold_until !== null

const meets = (row: StoredBooking, other: Pick<StoredBooking, 'start_time' | 'end_time'>): boolean =>
  row.start_time < other.end_time && row.end_time > other.start_time

const replaceHolds: Statement = (memory, [userId, parkId, plate, from, to, now]) => {
  const stay = { start_time: timeOf(from), end_time: timeOf(to) }
  const isReplaced = (row: StoredBooking): boolean =>
    row.user_id === (textOf(userId) as UserId) &&
    (row.park_id === (parkId as ParkId) || row.plate === textOf(plate)) &&
    isHeld(row) &&
    meets(row, stay)
  for (const row of memory.bookings.filter(isReplaced)) giveUp(memory, row, { reason: 'replaced', nowMs: timeOf(now) })
  return []
}

/** Unpaid holds of one driver. */
const MOST_HOLDS = 3

const holdParking: Statement = (memory, [booking, now]) => {
  const row = readBooking(textOf(booking))
  const isTaken = (): boolean => memory.bookings.all().some(({ booking_code }) => booking_code === row.booking_code)
  const isUnpaid = ({ user_id, status, hold_until }: StoredBooking): boolean =>
    user_id === row.user_id && status === 'active' && (hold_until ?? 0) > timeOf(now)
  const refused =
    memory.bookings.filter(isUnpaid).length >= MOST_HOLDS
      ? 'too_many_holds'
      : (refuseDriver(memory, row.user_id, timeOf(now)) ??
        claimSpace(memory, row.park_id, spanOf(row, timeOf(now))) ??
        (isTaken() ? 'code_taken' : null))
  if (refused === null) memory.bookings.insert(row.booking_id, row)
  return [{ refused }]
}

/** Releases a held space; leaves any other booking unchanged. */
export function releaseHold(memory: Memory, bookingId: BookingId, why: GivenUp): void {
  const row = memory.bookings.must(bookingId)
  if (isHeld(row)) giveUp(memory, row, why)
}

const expireHolds: Statement = (memory, [now]) => {
  const over = memory.bookings.filter((row) => row.status === 'active' && (row.hold_until ?? Infinity) <= timeOf(now))
  for (const row of over) giveUp(memory, row, { reason: 'hold_expired', nowMs: timeOf(now) })
  return [{ expired: over.length }]
}

const UNPAID: ReadonlySet<string | null> = new Set(['hold_expired', 'payment_failed'])

function claim(memory: Memory, row: StoredBooking, nowMs: number): 'held' | 'rebooked' | 'no_space' | 'closed' {
  const isActive = row.status === 'active'
  if (isActive && row.hold_until === null) return 'closed'
  if (!isActive && (!UNPAID.has(row.cancel_reason) || row.refund_minor !== null)) return 'closed'
  if (row.end_time <= nowMs) return 'closed'
  if (isActive && (row.hold_until ?? 0) > nowMs) return 'held'
  const isAgain = (other: StoredBooking): boolean =>
    other.user_id === row.user_id && other.park_id === row.park_id && other.plate === row.plate
  const again = memory.bookings.filter(
    (other) => other.status === 'active' && other.booking_id !== row.booking_id && isAgain(other) && meets(other, row),
  )
  if (again.length > 0) return 'closed'
  const span = { ...spanOf(row, nowMs), except: row.booking_id }
  return claimSpace(memory, row.park_id, span) === null ? 'rebooked' : 'no_space'
}

const confirmHeld: Statement = (memory, [bookingId, fees, tax, now]) => {
  const row = memory.bookings.must(textOf(bookingId) as BookingId)
  const nowMs = timeOf(now)
  const shares = { totalMinor: row.total_minor, feesMinor: numberOf(fees), taxMinor: numberOf(tax) }
  const refused = payForBooking(memory, row, { ...shares, key: `booking:${row.booking_id}`, kind: 'booking', nowMs })
  invariant(refused === null, 'a paid booking is not refused')
  memory.bookings.update(row.booking_id, {
    ...{ status: 'active', hold_until: null, cancelled_at: null, cancel_reason: null, refund_minor: null },
    ...{ version: row.version + 1, updated_at: nowMs },
  })
  return [{}]
}

/** What `provider/db/functions` does with spaces held for a payment. */
export const heldBookingStatements: Statements = [
  ['select replace_holds($1, $2, $3, $4, $5, $6)', replaceHolds],
  ['select hold_parking($1, $2) as refused', holdParking],
  [
    'select release_payment($1, $2, $3, $4)',
    (memory, [bookingId, , reason, now]) => {
      if (bookingId !== null)
        releaseHold(memory, textOf(bookingId) as BookingId, { reason: textOf(reason), nowMs: timeOf(now) })
      return []
    },
  ],
  ['select expire_holds($1) as expired', expireHolds],
  // No goods are sold here.
  [
    "select order_id from orders where stage = 'pending' and paid_at is null and hold_until <= $1 order by hold_until",
    () => [],
  ],
  [
    'select claim_held_booking($1, $2) as claim',
    (memory, [bookingId, now]) => [
      { claim: claim(memory, memory.bookings.must(textOf(bookingId) as BookingId), timeOf(now)) },
    ],
  ],
  ['select confirm_held_booking($1, $2, $3, $4)', confirmHeld],
]
