import { LONGEST_LEEWAY_MINUTES } from '../../src/domain/booking.ts'
import type { ParkId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import type { Database, Queryable } from '../db/database.ts'

export interface LeewayRow {
  /** Minutes; null: as everywhere. */
  readonly arrivalMinutes: number | null
  readonly graceMinutes: number | null
}

export interface LeewayChange extends LeewayRow {
  readonly code: string
  readonly nowMs: number
}

/**
 * How early a park lets cars in and how late out. Its bookings that are not long over get a new version, so that phones which
 * hold them take it. Undefined: there is no such park; else how many bookings it changed.
 */
export const setParkLeeway = (db: Database, change: LeewayChange): Promise<number | undefined> =>
  db.transaction((tx) => setParkLeewayIn(tx, change))

/** The same within the caller's transaction. */
export async function setParkLeewayIn(tx: Queryable, change: LeewayChange): Promise<number | undefined> {
  const [park] = await tx.query<{ id: number }>(
    'update parks set arrival_minutes = $2, grace_minutes = $3 where code = $1 returning id',
    [change.code, change.arrivalMinutes, change.graceMinutes],
  )
  return park === undefined ? undefined : tellBookingsOf(tx, park.id, change.nowMs)
}

/** Bookings that are not long over get a new version: phones that hold them take what their car park is like now. How many there are. */
export async function tellBookingsOf(tx: Queryable, parkId: number, nowMs: number): Promise<number> {
  const told = await tx.query(
    `update bookings set version = version + 1, updated_at = $2::timestamptz
      where park_id = $1 and end_time > $2::timestamptz - make_interval(mins => $3) returning 1 as told`,
    [parkId, new Date(nowMs), LONGEST_LEEWAY_MINUTES],
  )
  return told.length
}

const SELECT = 'select arrival_minutes as "arrivalMinutes", grace_minutes as "graceMinutes" from parks where id = $1'

export async function findParkLeeway(db: Queryable, parkId: ParkId): Promise<LeewayRow> {
  const [row] = await db.query<LeewayRow>(SELECT, [parkId])
  return must(row, 'park')
}

/** The same for one who is about to change it: whoever else is waits, and then reads what was written. */
export async function lockParkLeeway(tx: Queryable, parkId: ParkId): Promise<LeewayRow> {
  const [row] = await tx.query<LeewayRow>(`${SELECT} for no key update`, [parkId])
  return must(row, 'park')
}
