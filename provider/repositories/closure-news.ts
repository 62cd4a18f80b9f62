/** SQL fragments that select closure news for drivers. `c` is the closure, `b` the booking. */
import { type Instant, toInstant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { type Alternatives, findFreeParks } from './bookable-parks.ts'

export interface ClosureNews {
  readonly starts_ms: number
  readonly reason: Readonly<Record<'en' | 'fr', string>>
}

/** Bookings that continue despite the closure. Those it ends are reported by their cancellation. */
export const TOLD_OF_CLOSURE = `
  c.reopened_at is null and b.status = 'active' and b.hold_until is null and b.checked_out_at is null and b.created_at <= c.created_at
    and b.end_time > c.starts_at and closure_touches(b, c) and not closure_ends(b, c)`

export const CLOSURE_NEWS = `
  select json_build_object('starts_ms', (extract(epoch from c.starts_at) * 1000)::bigint, 'reason', c.reason) from park_closures c`

/** The closure for which a booking was refunded. */
export const ENDED_BY = `
  ${CLOSURE_NEWS}
   where b.cancel_reason = 'park_closed' and c.park_id = b.park_id and c.created_at <= b.cancelled_at and closure_touches(b, c)
   order by c.closure_id limit 1`

interface Closed {
  readonly park: { readonly id: number; readonly lat: number | null; readonly lng: number | null }
  readonly start_time: Instant
  readonly end_time: Instant
}

/** Finds where the driver of a refunded booking may park instead, nearest first. Empty once the booked time is over. */
export async function findInstead(
  db: Queryable,
  { park, start_time: start, end_time: endMs }: Closed,
  nowMs: number,
): Promise<Alternatives['parks']> {
  const startMs = toInstant(Math.max(start, nowMs))
  return startMs < endMs ? findFreeParks(db, { park, stay: { startMs, endMs }, nowMs }) : []
}
