import type { Database } from '../db/database.ts'

/** The largest that the table takes, in minutes. */
export const LONGEST_LEEWAY_MINUTES = 240

export interface LeewayChange {
  readonly code: string
  /** Minutes; null: as everywhere. */
  readonly arrivalMinutes: number | null
  readonly graceMinutes: number | null
  readonly nowMs: number
}

/**
 * How early a park lets cars in and how late out. Its bookings that are not long over get a new version, so that phones which
 * hold them take it. Undefined: there is no such park; else how many bookings it changed.
 */
export const setParkLeeway = (db: Database, change: LeewayChange): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    const [park] = await tx.query<{ id: number }>(
      'update parks set arrival_minutes = $2, grace_minutes = $3 where code = $1 returning id',
      [change.code, change.arrivalMinutes, change.graceMinutes],
    )
    if (park === undefined) return undefined
    const told = await tx.query(
      `update bookings set version = version + 1, updated_at = $2::timestamptz
        where park_id = $1 and end_time > $2::timestamptz - make_interval(mins => $3) returning 1 as told`,
      [park.id, new Date(change.nowMs), LONGEST_LEEWAY_MINUTES],
    )
    return told.length
  })
