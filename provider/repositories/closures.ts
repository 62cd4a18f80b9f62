import type { BookingId, ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface OperatedPark {
  readonly id: ParkId
  readonly code: string
  readonly name: string
  readonly timezone: string
  readonly currency: Currency
  readonly capacity: number | null
}

/** Finds a park by code, ignoring case. */
export async function findOperatedPark(db: Queryable, code: string): Promise<OperatedPark | undefined> {
  const [row] = await db.query<OperatedPark>(
    'select id, code, name, timezone, currency, capacity from parks where code = $1',
    [code.toUpperCase()],
  )
  return row
}

export interface ClosureRow {
  readonly closure_id: number
  readonly park_id: ParkId
  readonly starts_at: Instant
  readonly ends_at: Instant | null
  readonly reason: Readonly<Record<'en' | 'fr', string>>
  readonly created_at: Instant
  readonly reopened_at: Instant | null
  readonly given_back: number
  readonly refunded_minor: number
  /** Bookings still to be refunded. */
  readonly waiting: number
}

const SELECT = `
  select c.closure_id, c.park_id, c.starts_at, c.ends_at, c.reason, c.created_at, c.reopened_at, c.given_back, c.refunded_minor,
         case when c.reopened_at is null then (select count(*) from bookings b where b.park_id = c.park_id and closure_ends(b, c))
              else 0 end as waiting
    from park_closures c`

export interface NewClosure {
  readonly parkId: ParkId
  readonly startMs: Instant
  readonly endMs: Instant | null
  readonly reason: ClosureRow['reason']
  readonly nowMs: number
}

const dateOrNull = (instant: number | null): Date | null => (instant === null ? null : new Date(instant))

/** Holds the park's lock, so that of a closure and a concurrent booking one always sees the other. */
export async function insertClosure(tx: Queryable, closure: NewClosure): Promise<ClosureRow> {
  await tx.query('select from parks where id = $1 for no key update', [closure.parkId])
  const [made] = await tx.query<{ closure_id: number }>(
    `insert into park_closures (park_id, starts_at, ends_at, reason, created_at) values ($1, $2, $3, $4, $5) returning closure_id`,
    [
      ...[closure.parkId, new Date(closure.startMs), dateOrNull(closure.endMs)],
      ...[JSON.stringify(closure.reason), new Date(closure.nowMs)],
    ],
  )
  const { closure_id: closureId } = must(made, 'closure')
  return must(await findClosure(tx, closure.parkId, closureId), 'closure that was made')
}

export async function findClosure(db: Queryable, parkId: ParkId, closureId: number): Promise<ClosureRow | undefined> {
  const [row] = await db.query<ClosureRow>(`${SELECT} where c.park_id = $1 and c.closure_id = $2`, [parkId, closureId])
  return row
}

/** Returns false when the closure is over or already reopened. Holds the park's lock. */
export async function reopenClosure(tx: Queryable, closure: ClosureRow, nowMs: number): Promise<boolean> {
  await tx.query('select from parks where id = $1 for no key update', [closure.park_id])
  const rows = await tx.query(
    `update park_closures set reopened_at = $2
      where closure_id = $1 and reopened_at is null and (ends_at is null or ends_at > $2) returning closure_id`,
    [closure.closure_id, new Date(nowMs)],
  )
  return rows.length > 0
}

/** Lists closures, newest first. */
export async function listClosures(
  db: Queryable,
  asked: { readonly parkId: ParkId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly ClosureRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<ClosureRow>(`${SELECT} where c.park_id = $1 order by c.closure_id desc limit $2 offset $3`, [
      ...[asked.parkId, asked.size, (asked.page - 1) * asked.size],
    ]),
    db.query<{ total: number }>('select count(*) as total from park_closures where park_id = $1', [asked.parkId]),
  ])
  return { rows, total: must(count, 'count').total }
}

export interface ClosureEffectRow {
  readonly given_back: number
  readonly refund: number
  readonly inside: number
  readonly passes: number
}

/** Computes what a closure would do if it were decided at `nowMs`. */
export async function findClosureEffect(
  db: Queryable,
  { parkId, startMs, endMs, nowMs }: Omit<NewClosure, 'reason'>,
): Promise<ClosureEffectRow> {
  const [row] = await db.query<ClosureEffectRow>(
    `with wanted as (
       select jsonb_populate_record(null::park_closures, jsonb_build_object(
                'park_id', $1::integer, 'starts_at', $2::timestamptz, 'ends_at', $3::timestamptz, 'created_at', $4::timestamptz)) as c
     ), touched as (
       select b.total_minor, b.hold_until, b.openings, closure_ends(b, w.c) as is_ended
         from bookings b cross join wanted w
        where b.park_id = $1 and b.status = 'active' and b.end_time > $4 and b.checked_out_at is null and closure_touches(b, w.c)
     )
     select count(*) filter (where is_ended and hold_until is null) as given_back,
            coalesce(sum(total_minor) filter (where is_ended and hold_until is null), 0)::bigint as refund,
            count(*) filter (where not is_ended and openings is null and hold_until is null) as inside,
            count(*) filter (where not is_ended and openings is not null and hold_until is null) as passes
       from touched`,
    [parkId, new Date(startMs), dateOrNull(endMs), new Date(nowMs)],
  )
  return must(row, 'effect')
}

export interface EndedBooking {
  readonly booking_id: BookingId
  readonly user_id: UserId
  readonly closure_id: number
}

/**
 * Lists bookings that closures end, in id order, after id `after`. Closures that ended before `sinceMs` have already
 * ended theirs.
 */
export const listEndedByClosures = (
  db: Queryable,
  asked: { readonly after: BookingId | null; readonly limit: number; readonly sinceMs: number },
): Promise<readonly EndedBooking[]> =>
  db.query<EndedBooking>(
    `select distinct on (b.booking_id) b.booking_id, b.user_id, c.closure_id
       from park_closures c join bookings b on b.park_id = c.park_id
      where c.reopened_at is null and (c.ends_at is null or c.ends_at > $3) and b.end_time > c.starts_at
        and closure_ends(b, c) and ($1::uuid is null or b.booking_id > $1)
      order by b.booking_id, c.closure_id limit $2`,
    [asked.after, asked.limit, new Date(asked.sinceMs)],
  )

/**
 * Whether this closure still ends the booking, whose row the caller has locked. Locks the closure, so that it is not
 * reopened before the refund.
 */
export async function isEndedByClosure(tx: Queryable, { booking_id, closure_id }: EndedBooking): Promise<boolean> {
  const rows = await tx.query(
    `select from park_closures c join bookings b on b.park_id = c.park_id
      where c.closure_id = $2 and c.reopened_at is null and b.booking_id = $1 and closure_ends(b, c) for update of c`,
    [booking_id, closure_id],
  )
  return rows.length > 0
}

export const countGivenBack = (tx: Queryable, closureId: number, refundMinor: number): Promise<unknown> =>
  tx.query(
    'update park_closures set given_back = given_back + 1, refunded_minor = refunded_minor + $2 where closure_id = $1',
    [closureId, refundMinor],
  )
