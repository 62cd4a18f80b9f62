import type { Direction } from '../../src/domain/check-in.ts'
import type { ParkLeeway } from '../../src/domain/booking.ts'
import type { BookingCode, ParkId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { NoSpaceProblem } from '../../src/domain/no-space.ts'
import type { VehicleTypeId } from '../../src/domain/tariff.ts'
import type { DailyWindowWire, TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import type { Queryable } from '../db/database.ts'
import { LEEWAY_SQL } from './bookings.ts'

/** The last 8 bytes of a booking's id; the index `bookings_by_tail` is on this expression. */
export const TAIL_SQL = `right(replace(b.booking_id::text, '-', ''), 16)`

export interface ListedPark {
  readonly id: ParkId
  readonly code: string
  readonly name: string
  readonly timezone: string
  readonly currency: Currency
  readonly capacity: number | null
  readonly leeway: ParkLeeway
}

export async function findListedPark(db: Queryable, parkId: number): Promise<ListedPark | undefined> {
  const [row] = await db.query<ListedPark>(
    `select k.id, k.code, k.name, k.timezone, k.currency, k.capacity, ${LEEWAY_SQL} as leeway from parks k where k.id = $1`,
    [parkId],
  )
  return row
}

export interface ListedBooking {
  readonly booking: string
  readonly sequence: number
  readonly code: BookingCode
  readonly plate: string
  readonly vehicle_type_id: VehicleTypeId
  readonly start_time: Instant
  readonly end_time: Instant
  readonly status: 'active' | 'cancelled'
  readonly tariff_version: string
  readonly overstay_minor: number
  readonly overstay_until: Instant | null
  /** For a monthly pass. */
  readonly hours: DailyWindowWire[] | null
  /** The last entry or exit; null when the car has not come. */
  readonly direction: Direction | null
  readonly since: Instant | null
  /** The driver's latest report; null when there is none. */
  readonly problem: NoSpaceProblem | null
  readonly problem_at: Instant | null
}

/**
 * Epoch milliseconds. Lists bookings that start before `toMs` and end after `fromMs`, or after `insideFromMs` while the
 * car is inside.
 */
export interface ListWindow {
  readonly parkId: number
  readonly fromMs: number
  readonly insideFromMs: number
  readonly toMs: number
  /** For a delta: only bookings that changed since, or have entered the window since (`toMs` was its end then). */
  readonly since: { readonly changedMs: number; readonly toMs: number } | null
}

const sinceValues = ({ since }: ListWindow): readonly (Date | null)[] =>
  since === null ? [null, null] : [new Date(since.changedMs), new Date(since.toMs)]

/** An expired hold was never paid, so it was never a booking and its cancellation does not count. */
const WAS_BOOKED = `b.hold_until is null and (b.status = 'active' or b.refund_minor is not null)`

export async function listDayBookings(db: Queryable, window: ListWindow): Promise<readonly ListedBooking[]> {
  return db.query<ListedBooking>(
    `select ${TAIL_SQL} as booking, b.pass_sequence as sequence, b.booking_code as code, b.plate, b.vehicle_type_id,
            b.start_time, b.end_time, b.status, b.tariff_version, b.overstay_minor, b.overstay_until, b.monthly -> 'hours' as hours, g.direction,
            g.believed_at as since, p.kind as problem, p.created_at as problem_at
       from bookings b
       left join lateral (select direction, believed_at from check_ins c
                           where c.booking_id = b.booking_id and c.park_id = b.park_id and b.checked_in_at is not null
                           order by believed_at desc, check_in_id desc limit 1) g on true
       left join lateral (select kind, created_at from park_problems r where r.booking_id = b.booking_id
                           order by created_at desc limit 1) p on true
      where b.park_id = $1 and ${WAS_BOOKED} and b.start_time < $4 and b.end_time > $3
        and (b.end_time > $2 or (b.checked_in_at is not null and b.checked_out_at is null))
        and ($5::timestamptz is null or b.updated_at >= $5 or b.start_time >= $6)
      order by b.start_time, b.booking_id`,
    [
      window.parkId,
      ...[window.fromMs, window.insideFromMs, window.toMs].map((ms) => new Date(ms)),
      ...sinceValues(window),
    ],
  )
}

/**
 * Lists bookings whose earlier passes are invalid, however far ahead, with the lowest valid sequence: cancelled
 * bookings, and those whose event was postponed to a date not listed yet.
 */
export async function listRevoked(
  db: Queryable,
  window: ListWindow,
): Promise<ReadonlyArray<{ readonly booking: string; readonly min_sequence: number }>> {
  return db.query(
    `select ${TAIL_SQL} as booking, b.pass_sequence + (b.status = 'cancelled')::int as min_sequence from bookings b
      where b.park_id = $1 and ${WAS_BOOKED} and b.end_time > $2
        and (b.status = 'cancelled' or (b.event_id is not null and b.pass_sequence > 1 and b.start_time >= $3))
        and ($4::timestamptz is null or b.updated_at >= $4)
      order by b.booking_id`,
    [window.parkId, new Date(window.fromMs), new Date(window.toMs), sinceValues(window)[0] ?? null],
  )
}

export interface RateRow {
  readonly version: string
  readonly tariff: TariffWire
  readonly taxes: TaxWire[]
  readonly is_current: boolean
}

/** Lists the rate in force and those of `versions`. */
export const listRates = (db: Queryable, parkId: number, versions: readonly string[]): Promise<readonly RateRow[]> =>
  db.query<RateRow>(
    `select version, tariff, taxes, superseded_at is null as is_current from park_tariffs
      where park_id = $1 and (superseded_at is null or version = any($2::text[])) order by created_at, version`,
    [parkId, versions],
  )

/** Counts cars whose last event since `sinceMs` was an entry, including cars without a booking. */
export async function countInside(db: Queryable, parkId: number, sinceMs: number): Promise<number> {
  const [row] = await db.query<{ inside: number }>(
    `select count(*) as inside from (
       select distinct on (subject) direction from check_ins where park_id = $1 and believed_at >= $2
        order by subject, believed_at desc, check_in_id desc) as last where direction = 'in'`,
    [parkId, new Date(sinceMs)],
  )
  return row?.inside ?? 0
}
