/** An operator closes a car park for a time, and reopens it. */
import type { ClosureBody, ClosureWire } from '../../src/contract/operator-closures.ts'
import { DAY_MS, type Instant, mustInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import {
  type ClosureRow,
  countGivenBack,
  findClosure,
  findOperatedPark,
  insertClosure,
  isEndedByClosure,
  listEndedByClosures,
  type EndedBooking,
  type OperatedPark,
  reopenClosure,
} from '../repositories/closures.ts'
import { publishDates } from '../repositories/dated-tariffs.ts'
import { rowsOf } from '../repositories/store.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { eachBooking, mustAllWork } from './each-booking.ts'
import { inPages } from './in-pages.ts'

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

/** How long after its end a closure's bookings are still cancelled and refunded, in case the provider was down. */
const MAX_CATCH_UP_MS = 30 * DAY_MS

/** Finds a car park within the key's rights; one outside them is answered as if it did not exist. */
export async function findParkWithin(
  db: Queryable,
  code: string,
  within: Within,
): Promise<Result<OperatedPark, Objection>> {
  const park = await findOperatedPark(db, code)
  return park !== undefined && isWithin(within, [park.id])
    ? ok(park)
    : err({ code: 'park_not_found', words: `No car park has the code ${code}.` })
}

export interface ClosureTimes {
  readonly startMs: Instant
  readonly endMs: Instant | null
}

/** Validates the times of a closure. A closure cannot begin in the past; without a start it begins now. */
export function toClosureTimes(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | null | undefined },
  nowMs: number,
): Result<ClosureTimes, Objection> {
  const startMs = from === undefined ? toInstant(nowMs) : mustInstant(from)
  const endMs = until === undefined || until === null ? null : mustInstant(until)
  if (startMs < nowMs) return err(objectTo('from', 'The closure begins in the past. Without a start it begins now.'))
  if (endMs !== null && endMs <= startMs) return err(objectTo('until', 'The closure ends before it begins.'))
  return ok({ startMs, endMs })
}

interface Closing {
  readonly park: OperatedPark
  readonly body: ClosureBody
  readonly nowMs: number
}

/**
 * Closes the car park: once committed, no bookings are accepted there. Existing bookings are cancelled one by one: see
 * `followClosures`.
 */
export async function closePark(tx: Queryable, { park, body, nowMs }: Closing): Promise<Result<ClosureRow, Objection>> {
  const times = toClosureTimes(body, nowMs)
  if (!times.ok) return times
  const made = await insertClosure(tx, { ...times.value, parkId: park.id, reason: body.reason, nowMs })
  await publishDates(tx, { nowMs, parkId: park.id })
  return ok(made)
}

export interface Reopened {
  readonly closure: ClosureRow
  /** False when the closure was already reopened or is over. */
  readonly isChanged: boolean
}

/** Reopens the car park. Bookings already cancelled stay cancelled, since their drivers have made other plans. */
export async function reopenPark(
  tx: Queryable,
  { park, closureId, nowMs }: { readonly park: OperatedPark; readonly closureId: number; readonly nowMs: number },
): Promise<Result<Reopened, Objection>> {
  const known = await findClosure(tx, park.id, closureId)
  if (known === undefined) return err({ code: 'not_found', words: `${park.code} has no closure ${closureId}.` })
  const isChanged = await reopenClosure(tx, known, nowMs)
  if (isChanged) await publishDates(tx, { nowMs, parkId: park.id })
  return ok({ closure: (await findClosure(tx, park.id, closureId)) ?? known, isChanged })
}

function stateOf({ starts_at: start, ends_at: end, reopened_at: reopened }: ClosureRow, nowMs: number) {
  if (reopened !== null) return 'reopened'
  if (end !== null && end <= nowMs) return 'over'
  return start > nowMs ? 'ahead' : 'running'
}

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : toRfc3339(instant))

export const toClosureWire = (
  row: ClosureRow,
  { code, name, timezone, currency }: OperatedPark,
  nowMs: number,
): ClosureWire => ({
  id: row.closure_id,
  park: { code, name, timezone },
  from: toRfc3339(row.starts_at),
  until: timeOrNull(row.ends_at),
  reason: row.reason,
  state: stateOf(row, nowMs),
  created_at: toRfc3339(row.created_at),
  reopened_at: timeOrNull(row.reopened_at),
  given_back: row.given_back,
  refunded: row.refunded_minor,
  waiting: row.waiting,
  currency,
})

/**
 * Refunds the whole price, whatever the policy: the driver is not at fault. A space that was only held has cost
 * nothing.
 */
function giveBack({ db, clock }: Deps, ended: EndedBooking): Promise<boolean> {
  const { booking_id: bookingId, user_id: userId, closure_id: closureId } = ended
  return db.transaction(async (tx) => {
    const rows = rowsOf(tx)
    const booking = await rows.lockBooking(userId, bookingId)
    // Cancelled, moved, started or reopened in the meantime.
    if (booking === undefined || !(await isEndedByClosure(tx, ended))) return false
    const refundMinor = booking.hold_until === null ? booking.total_minor : 0
    await rows.cancelBooking({ bookingId, refundMinor, reason: 'park_closed', nowMs: clock.now() })
    if (booking.hold_until === null) await countGivenBack(tx, closureId, refundMinor)
    return true
  })
}

/**
 * Cancels and refunds the bookings that closures end. Safe to run repeatedly: a crash midway loses nothing. A booking
 * that fails does not block the others and is reported at the end. Returns the number of bookings cancelled.
 */
export async function followClosures(deps: Deps): Promise<number> {
  const sinceMs = deps.clock.now() - MAX_CATCH_UP_MS
  const ended = inPages<EndedBooking>(({ after, limit }) =>
    listEndedByClosures(deps.db, { after: after?.booking_id ?? null, limit, sinceMs }),
  )
  const worked = await eachBooking(ended, (booking) => giveBack(deps, booking))
  return mustAllWork(worked, 'closures')
}
