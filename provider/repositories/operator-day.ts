/** One day at a car park, aggregated in the database: the answer is as small for 2,000 bookings a day as for twenty. */
import type { BookingCode, ParkId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { ParkProblem } from '../../src/domain/park-problem.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

/** Maximum number of rows per list; the totals count everything. */
export const LISTED = 50

export interface DayAsked {
  readonly parkId: ParkId
  readonly fromMs: Instant
  readonly untilMs: Instant
  readonly nowMs: number
}

const values = ({ parkId, fromMs, untilMs, nowMs }: DayAsked) => [
  ...[parkId, new Date(fromMs), new Date(untilMs), new Date(nowMs)],
]

/**
 * Periods in which spaces were taken, including stays cancelled after their start, until then. `$1` park, `$2` from,
 * `$3` until.
 */
const SPANS = `
  select greatest(b.start_time, $2) as from_at,
         least(case b.status when 'active' then b.end_time else b.cancelled_at end, $3) as to_at
    from bookings b
   where b.park_id = $1 and b.hold_until is null and b.openings is null and b.end_time > $2 and b.start_time < $3
     and (b.status = 'active' or (b.refund_minor is not null and b.cancelled_at > greatest(b.start_time, $2)))
  union all
  select greatest(lower(o), $2), least(upper(o), $3) from bookings b cross join unnest(b.openings) as o
   where b.park_id = $1 and b.hold_until is null and b.openings is not null and b.status = 'active' and upper(o) > $2 and lower(o) < $3`

export interface HourRow {
  readonly at: Instant
  readonly taken: number
}

/** The peak occupancy of each hour, computed in one pass over all starts and ends. */
export const listHours = (db: Queryable, asked: DayAsked): Promise<readonly HourRow[]> =>
  db.query<HourRow>(
    `with spans as (${SPANS}), hours as (select h as at from generate_series($2::timestamptz, $3::timestamptz - interval '1 second', '1 hour') as h),
          steps as (select from_at as at, 1 as change from spans union all select to_at, -1 from spans union all select at, 0 from hours),
          levels as (select at, sum(change) over (order by at, change rows unbounded preceding) as level from steps)
     select h.at, max(l.level)::integer as taken from hours h join levels l on l.at >= h.at and l.at < h.at + interval '1 hour'
      group by h.at order by h.at`,
    values(asked).slice(0, 3),
  )

export interface DayCounts {
  readonly taken_now: number
  readonly total: number
  readonly arrived: number
  readonly next_hour: number
  readonly overstays: number
  readonly reports: number
}

const BOOKED = `b.park_id = $1 and b.status = 'active' and b.hold_until is null`
/** Monthly passes are excluded: they are booked for the month, not the day. */
const BEGINS = `${BOOKED} and b.openings is null and b.start_time >= $2 and b.start_time < $3 and b.end_time > $2`
const OVER = `${BOOKED} and b.openings is null and b.checked_in_at is not null and b.checked_out_at is null
  and coalesce(b.overstay_until, b.end_time) + make_interval(mins => coalesce(k.grace_minutes, $5::integer)) < $4 and b.end_time > $2::timestamptz - interval '2 days'
  and b.start_time < $3`

export async function countDay(db: Queryable, asked: DayAsked, graceMinutes: number): Promise<DayCounts> {
  const [row] = await db.query<DayCounts>(
    `select (select count(*) from bookings b where ${BOOKED} and b.end_time > $4 and b.start_time <= $4
               and (b.openings is null or b.openings @> $4)) as taken_now,
            (select count(*) from bookings b where ${BEGINS}) as total,
            (select count(*) from bookings b where ${BEGINS} and b.checked_in_at is not null) as arrived,
            (select count(*) from bookings b where ${BEGINS} and b.start_time >= $4 and b.start_time < $4::timestamptz + interval '1 hour') as next_hour,
            (select count(*) from bookings b join parks k on k.id = b.park_id where ${OVER}) as overstays,
            (select count(*) from park_problems r where r.park_id = $1 and r.created_at >= $2 and r.created_at < $3) as reports`,
    [...values(asked), graceMinutes],
  )
  return must(row, 'counts of a day')
}

export interface StayRow {
  readonly plate: string
  readonly code: BookingCode
  readonly start_time: Instant
  readonly end_time: Instant
}

export interface ArrivalRow extends StayRow {
  readonly checked_in_at: Instant | null
  readonly checked_out_at: Instant | null
}

/** Lists expected cars first, by start, then those admitted, latest first. */
export const listArrivals = (db: Queryable, asked: DayAsked): Promise<readonly ArrivalRow[]> =>
  db.query<ArrivalRow>(
    `select b.plate, b.booking_code as code, b.start_time, b.end_time, b.checked_in_at, b.checked_out_at
       from bookings b where ${BEGINS}
      order by b.checked_in_at is not null or b.end_time <= $4, b.checked_in_at desc, b.start_time, b.booking_id limit $5`,
    [...values(asked), LISTED],
  )

export const listOverstays = (db: Queryable, asked: DayAsked, graceMinutes: number): Promise<readonly StayRow[]> =>
  db.query<StayRow>(
    `select b.plate, b.booking_code as code, b.start_time, b.end_time from bookings b join parks k on k.id = b.park_id
      where ${OVER} order by b.end_time, b.booking_id limit $6`,
    [...values(asked), graceMinutes, LISTED],
  )

export interface GateCounts {
  readonly in: number
  readonly out: number
  readonly refused: number
  readonly flagged: number
}

export async function countCheckIns(db: Queryable, asked: DayAsked): Promise<GateCounts> {
  const [row] = await db.query<GateCounts>(
    `select count(*) filter (where direction = 'in' and is_let) as in, count(*) filter (where direction = 'out' and is_let) as out,
            count(*) filter (where not is_let) as refused, count(*) filter (where flags <> '{}') as flagged
       from (select direction, flags, verdict is null or verdict in ('valid', 'valid_by_signature') or override_reason is not null as is_let
               from check_ins where park_id = $1 and believed_at >= $2 and believed_at < $3) as c`,
    values(asked).slice(0, 3),
  )
  return must(row, 'counts of check-ins')
}

export interface ReportRow {
  readonly kind: ParkProblem
  readonly text: string | null
  readonly created_at: Instant
}

/** Lists reports, newest first, without their authors. */
export const listReports = (db: Queryable, asked: DayAsked): Promise<readonly ReportRow[]> =>
  db.query<ReportRow>(
    `select kind, text, created_at from park_problems where park_id = $1 and created_at >= $2 and created_at < $3
      order by created_at desc, problem_id limit $4`,
    [...values(asked).slice(0, 3), LISTED],
  )
