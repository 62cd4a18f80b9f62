import { MAX_LEEWAY_MINUTES } from '../../src/domain/booking.ts'
import type { ParkId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import type { Database, Queryable } from '../db/database.ts'

export interface LeewayRow {
  /** Minutes; null for the default. */
  readonly arrivalMinutes: number | null
  readonly graceMinutes: number | null
}

export interface LeewayChange extends LeewayRow {
  readonly code: string
  readonly nowMs: number
}

/**
 * Sets how early a park lets cars in and how late out. Recent and future bookings get a new version, so that phones
 * update theirs. Returns how many bookings it changed, or undefined when there is no such park.
 */
export const setParkLeeway = (db: Database, change: LeewayChange): Promise<number | undefined> =>
  db.transaction((tx) => setParkLeewayIn(tx, change))

/** Like `setParkLeeway`, within the caller's transaction. */
export async function setParkLeewayIn(tx: Queryable, change: LeewayChange): Promise<number | undefined> {
  const [park] = await tx.query<{ id: number }>(
    'update parks set arrival_minutes = $2, grace_minutes = $3 where code = $1 returning id',
    [change.code, change.arrivalMinutes, change.graceMinutes],
  )
  return park === undefined ? undefined : tellBookingsOf(tx, park.id, change.nowMs)
}

/**
 * Gives a park's recent and future bookings a new version, so that phones fetch the park's current facts. Returns how
 * many.
 */
export async function tellBookingsOf(tx: Queryable, parkId: number, nowMs: number): Promise<number> {
  const told = await tx.query(
    `update bookings set version = version + 1, updated_at = $2::timestamptz
      where park_id = $1 and end_time > $2::timestamptz - make_interval(mins => $3) returning 1 as told`,
    [parkId, new Date(nowMs), MAX_LEEWAY_MINUTES],
  )
  return told.length
}

const SELECT = 'select arrival_minutes as "arrivalMinutes", grace_minutes as "graceMinutes" from parks where id = $1'

export async function findParkLeeway(db: Queryable, parkId: ParkId): Promise<LeewayRow> {
  const [row] = await db.query<LeewayRow>(SELECT, [parkId])
  return must(row, 'park')
}

/** Like `findParkLeeway`, but locks the park for a change: concurrent changes wait and then read the new values. */
export async function lockParkLeeway(tx: Queryable, parkId: ParkId): Promise<LeewayRow> {
  const [row] = await tx.query<LeewayRow>(`${SELECT} for no key update`, [parkId])
  return must(row, 'park')
}
