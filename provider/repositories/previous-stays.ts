import type { BookingId, ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

/** A paid stay adjacent to another, as far as it was used. */
export interface StayBeside {
  readonly from: Instant
  readonly to: Instant
  /** False for a stay of another driver with the same plate; its times must only be shown to that driver. */
  readonly own: boolean
  /** Grace period of the car park. */
  readonly graceMinutes: number
}

export interface BesideWhat {
  readonly parkId: ParkId
  readonly userId: UserId
  /** Normalised. */
  readonly plate: string
  readonly startMs: Instant
  readonly endMs: Instant
  /** The booking itself, when it is being changed. */
  readonly except?: BookingId
}

/** Lists paid stays of the same driver or plate at the park, in chronological order. */
export async function listStaysBeside(db: Queryable, stay: BesideWhat): Promise<readonly StayBeside[]> {
  const [row] = await db.query<{ stays: readonly StayBeside[] }>(
    'select stays_beside($1, $2, $3, $4, $5, $6) as stays',
    [stay.parkId, stay.userId, stay.plate, new Date(stay.startMs), new Date(stay.endMs), stay.except ?? null],
  )
  return must(row, 'stays beside').stays
}

interface EndedBooking {
  readonly booking_id: BookingId
  readonly park_id: ParkId
  readonly plate: string
  readonly end_time: Instant
}

/**
 * Lists active bookings of the same plate at the same park that end after this one, of any driver; for a monthly pass,
 * its openings.
 */
export const listLaterStays = (
  db: Queryable,
  booking: EndedBooking,
): Promise<ReadonlyArray<{ readonly start: Instant; readonly end: Instant }>> =>
  db.query(
    `select coalesce(lower(o), start_time) as start, coalesce(upper(o), end_time) as "end"
       from bookings left join lateral unnest(openings) as o on true
      where park_id = $1 and status = 'active' and hold_until is null and end_time > $2 and plate = nullif($3, '') and booking_id <> $4`,
    [booking.park_id, new Date(booking.end_time), booking.plate, booking.booking_id],
  )

/**
 * Prevents other bookings at this park until the transaction ends. Lock order: after the booking, before the wallet.
 */
export async function lockPark(tx: Queryable, parkId: ParkId): Promise<void> {
  await tx.query('select 1 from parks where id = $1 for no key update', [parkId])
}
