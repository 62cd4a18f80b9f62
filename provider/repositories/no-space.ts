import type { BookingId } from '../../src/domain/ids.ts'
import { NO_SPACE_BAR_DAYS, NO_SPACE_SAME_VISIT_MINUTES, type NoSpaceHistory } from '../../src/domain/no-space.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

interface HistoryRow {
  readonly last_day: number
  readonly last_month: number
  readonly was_inside: boolean
  readonly is_same_visit: boolean
}

/**
 * Serialises decisions about the same driver or plate until the transaction ends. The caller holds the booking's lock.
 */
export async function readNoSpaceHistory(
  tx: Queryable,
  { bookingId, nowMs }: { readonly bookingId: BookingId; readonly nowMs: number },
): Promise<NoSpaceHistory> {
  const [row] = await tx.query<HistoryRow>('select * from no_space_history($1, $2, $3, $4)', [
    bookingId,
    `${String(NO_SPACE_SAME_VISIT_MINUTES)} minutes`,
    `${String(NO_SPACE_BAR_DAYS)} days`,
    new Date(nowMs),
  ])
  const { last_day: lastDay, last_month: lastMonth, ...known } = must(row, 'answer of no_space_history')
  return { lastDay, lastMonth, wasInside: known.was_inside, isSameVisit: known.is_same_visit }
}

/** Records a full refund after the start because there was no space. */
export async function insertNoSpaceRefund(
  tx: Queryable,
  { bookingId, nowMs }: { readonly bookingId: BookingId; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into no_space_refunds (booking_id, user_id, plates, refunded_at)
     select booking_id, user_id, array_remove(former_plates || plate, ''), $2 from bookings where booking_id = $1`,
    [bookingId, new Date(nowMs)],
  )
}
