import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export const TYPICAL_WEEKS = 8
/** Rows of bookings that are read for one park at most, the latest; at 1,000 stays a day they are 20 days. */
export const MOST_STAYS = 20_000
/** Fewer in all are a coincidence. */
export const LEAST_STAYS = 30
/** Fewer different drivers in an hour might be told apart. */
export const LEAST_DRIVERS = 5

export interface TypicalHoursRow {
  readonly computed_at: number
  readonly weeks: number
  /** 168 of them, from Sunday 00:00; null: too few bookings. */
  readonly hours: readonly (number | null)[] | null
}

/**
 * Worked out at most once a day, and only for a park that somebody asks about: of 500,000 parks few are looked at, and each costs its own
 * stays of eight weeks. A park without bookings leaves no row.
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
    [parkId, new Date(nowMs), TYPICAL_WEEKS, MOST_STAYS, LEAST_STAYS, LEAST_DRIVERS],
  )
  return must(found, 'typical hours')
}
