import type { CheckInFlag, Direction, GateEvent, VerdictKind } from '../../src/domain/check-in.ts'
import type { ParkLeeway } from '../../src/domain/booking.ts'
import type { BookingCode, BookingId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { LEEWAY_SQL } from './bookings.ts'
import { TAIL_SQL } from './day-lists.ts'

/** What the gate needs to know about a booking. Locked, so that events of one booking are judged one at a time. */
export interface GateBooking {
  readonly booking_id: BookingId
  readonly park_id: number
  readonly status: 'active' | 'cancelled'
  readonly start_time: Instant
  readonly end_time: Instant
  /** Until when the overstay is paid. */
  readonly overstay_until: Instant | null
  /** For a monthly pass, in order; null for everything else. */
  readonly openings: ReadonlyArray<{ readonly start: Instant; readonly end: Instant }> | null
  readonly pass_sequence: number
  readonly checked_in_at: Instant | null
  readonly checked_out_at: Instant | null
  readonly leeway: ParkLeeway
}

const OPENINGS_SQL = `
  (select json_agg(json_build_object('start', (extract(epoch from lower(o)) * 1000)::bigint, 'end', (extract(epoch from upper(o)) * 1000)::bigint)
          order by lower(o)) from unnest(b.openings) as o)`

export async function lockGateBooking(
  tx: Queryable,
  by: { readonly tail: string } | { readonly code: BookingCode },
): Promise<GateBooking | undefined> {
  const [expression, value] = 'tail' in by ? [TAIL_SQL, by.tail] : ['b.booking_code', by.code]
  const [row] = await tx.query<GateBooking>(
    `select b.booking_id, b.park_id, b.status, b.start_time, b.end_time, b.overstay_until, b.pass_sequence, b.checked_in_at, b.checked_out_at,
            ${OPENINGS_SQL} as openings, ${LEEWAY_SQL} as leeway
       from bookings b join parks k on k.id = b.park_id where ${expression} = $1 and b.hold_until is null for update of b`,
    [value],
  )
  return row
}

/** Lists events at the booking's own park in chronological order. */
export const listGateEvents = (
  db: Queryable,
  booking: Pick<GateBooking, 'booking_id' | 'park_id'>,
): Promise<readonly GateEvent[]> =>
  db.query<GateEvent>(
    `select direction, believed_at as at from check_ins where booking_id = $1 and park_id = $2
      order by believed_at, check_in_id`,
    [booking.booking_id, booking.park_id],
  )

export interface CheckIn {
  readonly deviceId: string
  readonly nonce: string
  readonly parkId: number
  readonly bookingId: BookingId | null
  readonly subject: string
  readonly sequence: number | null
  readonly direction: Direction
  readonly at: Instant
  readonly believedAt: Instant
  readonly receivedMs: number
  readonly listIssuedAt: Instant | null
  readonly verdict: VerdictKind | null
  readonly method: string | null
  readonly overrideReason: string | null
  readonly flags: readonly CheckInFlag[]
}

export async function findCheckIn(
  tx: Queryable,
  deviceId: string,
  nonce: string,
): Promise<{ readonly flags: CheckInFlag[] } | undefined> {
  const [row] = await tx.query<{ flags: CheckInFlag[] }>(
    'select flags from check_ins where device_id = $1 and nonce = $2',
    [deviceId, nonce],
  )
  return row
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Returns false when the device has already sent this nonce, perhaps concurrently. */
export async function insertCheckIn(tx: Queryable, item: CheckIn): Promise<boolean> {
  const rows = await tx.query(
    `insert into check_ins (device_id, nonce, park_id, booking_id, subject, sequence, direction, at, believed_at, received_at,
       list_issued_at, verdict, method, override_reason, flags)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (device_id, nonce) do nothing returning check_in_id`,
    [
      ...[item.deviceId, item.nonce, item.parkId, item.bookingId, item.subject, item.sequence, item.direction],
      ...[new Date(item.at), new Date(item.believedAt), new Date(item.receivedMs), dateOrNull(item.listIssuedAt)],
      ...[item.verdict, item.method, item.overrideReason],
      [...item.flags],
    ],
  )
  return rows.length > 0
}

/** Stores the entry and exit times derived from the log. The new version reaches the driver's phone. */
export async function setGateTimes(
  tx: Queryable,
  bookingId: BookingId,
  times: { readonly inAt: Instant | null; readonly outAt: Instant | null; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    'update bookings set checked_in_at = $2, checked_out_at = $3, version = version + 1, updated_at = $4 where booking_id = $1',
    [bookingId, dateOrNull(times.inAt), dateOrNull(times.outAt), new Date(times.nowMs)],
  )
}
