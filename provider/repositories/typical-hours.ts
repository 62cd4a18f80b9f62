import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export const TYPICAL_WEEKS = 8
/** Maximum number of latest bookings read per park; at 1,000 stays a day they cover 20 days. */
export const MAX_STAYS = 20_000
/** With fewer stays in total, the result would be coincidence. */
export const MIN_STAYS = 30
/** With fewer different drivers in an hour, individuals might be recognisable. */
export const MIN_DRIVERS = 5

export interface TypicalHoursRow {
  readonly computed_at: number
  readonly weeks: number
  /** 168 hours from Sunday 00:00; null when there are too few bookings. */
  readonly hours: readonly (number | null)[] | null
}

/**
 * Computed at most once a day, and only on request: few of 500,000 parks are ever viewed, and each reads its stays of
 * eight weeks. A park without bookings gets no row.
 */
export async function findTypicalHours(db: Queryable, parkId: number, nowMs: number): Promise<TypicalHoursRow> {
  const [known] = await db.query<TypicalHoursRow>(
    'select computed_at, weeks, hours from park_typical_hours where park_id = $1 and computed_at > $2',
    [parkId, new Date(nowMs - DAY_MS)],
  )
  return known ?? computeTypicalHours(db, parkId, nowMs)
}

async function computeTypicalHours(db: Queryable, parkId: number, nowMs: number): Promise<TypicalHoursRow> {
  const [found] = await db.query<TypicalHoursRow>(
    `with found as (select * from typical_hours($1, $2, $3, $4, $5, $6)),
     kept as (
       insert into park_typical_hours (park_id, computed_at, weeks, hours)
       select $1, $2, weeks, hours from found where stays > 0
       on conflict (park_id) do update
         set computed_at = excluded.computed_at, weeks = excluded.weeks, hours = excluded.hours
     )
     select $2::timestamptz as computed_at, weeks, hours from found`,
    [parkId, new Date(nowMs), TYPICAL_WEEKS, MAX_STAYS, MIN_STAYS, MIN_DRIVERS],
  )
  return must(found, 'typical hours')
}
