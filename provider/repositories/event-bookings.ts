import type { BookingCode, BookingId, ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { VehicleTypeId } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { SignedPass } from './booking-writes.ts'

/** What moving an event booking needs to know about it. */
export interface EventBookingRow {
  readonly booking_id: BookingId
  readonly booking_code: BookingCode
  readonly park_id: ParkId
  readonly plate: string
  readonly vehicle_type_id: VehicleTypeId
  readonly start_time: Instant
  readonly end_time: Instant
  readonly pass_sequence: number
}

/** Locks and lists active bookings, including those being paid. Take these locks before those of parks. */
export const lockEventBookings = (tx: Queryable, eventId: string): Promise<readonly EventBookingRow[]> =>
  tx.query<EventBookingRow>(
    `select booking_id, booking_code, park_id, plate, vehicle_type_id, start_time, end_time, pass_sequence
       from bookings where event_id = $1 and status = 'active' order by booking_id for update`,
    [eventId],
  )

/**
 * Moves a booking to the event's new times at the price paid, under the current tariff, which includes those times. The
 * driver may choose a refund and is emailed; for a space still being paid for, after payment (`confirm_held_booking`).
 */
export const moveEventBooking = (
  tx: Queryable,
  moved: {
    readonly bookingId: BookingId
    readonly startMs: Instant
    readonly endMs: Instant
    readonly pass: SignedPass
    readonly nowMs: number
  },
): Promise<unknown> =>
  tx.query(
    `with moved as (
       update bookings set start_time = $2, end_time = $3, pass_text = $4, pass_kid = $5, pass_sequence = $6,
              tariff_version = (select tariff_version from parks where id = park_id),
              event_choice = 'open', version = version + 1, updated_at = $7
        where booking_id = $1
       returning booking_id, version, hold_until)
     insert into booking_mails (booking_id, kind, event, next_at, created_at)
     select booking_id, 'change', 'postponed:' || version, $7, $7 from moved where hold_until is null`,
    [
      moved.bookingId,
      new Date(moved.startMs),
      new Date(moved.endMs),
      ...[moved.pass.text, moved.pass.kid, moved.pass.sequence],
      new Date(moved.nowMs),
    ],
  )

/** Records that the driver keeps the parking for the new date. */
export const keepEventBooking = (tx: Queryable, bookingId: BookingId, nowMs: number): Promise<unknown> =>
  tx.query('update bookings set event_choice = null, version = version + 1, updated_at = $2 where booking_id = $1', [
    bookingId,
    new Date(nowMs),
  ])

export interface DueRefund {
  readonly booking_id: BookingId
  readonly user_id: UserId
}

/**
 * Lists bookings of cancelled events, and of postponed events whose drivers did not choose in time, in id order, after
 * id `after`.
 */
export const listDueRefunds = (
  db: Queryable,
  asked: { readonly after: BookingId | null; readonly limit: number; readonly nowMs: number },
): Promise<readonly DueRefund[]> =>
  db.query<DueRefund>(
    `select b.booking_id, b.user_id
       from bookings b join events e using (event_id)
      where b.status = 'active' and b.event_id is not null and ($1::uuid is null or b.booking_id > $1)
        and (e.status = 'cancelled' or (b.event_choice = 'open' and e.choose_by <= $2))
      order by b.booking_id limit $3`,
    [asked.after, new Date(asked.nowMs), asked.limit],
  )

/** Sums what was paid for an event and not refunded. */
export async function sumEventBookings(
  db: Queryable,
  eventId: string,
): Promise<{ readonly booked: number; readonly paid: number }> {
  const [row] = await db.query<{ booked: number; paid: number }>(
    `select count(*)::integer as booked, coalesce(sum(total_minor), 0)::bigint as paid
       from bookings where event_id = $1 and status = 'active' and hold_until is null`,
    [eventId],
  )
  return must(row, 'sums')
}
