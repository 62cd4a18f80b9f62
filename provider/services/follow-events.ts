/** Brings bookings and tariffs in line with their events. Safe to run repeatedly: a crash midway loses nothing. */
import type { ProviderDeps } from './deps.ts'
import { type DueRefund, listDueRefunds } from '../repositories/event-bookings.ts'
import { publishDates } from '../repositories/dated-tariffs.ts'
import { rowsOf } from '../repositories/store.ts'
import { err, ok } from '../../src/lib/result.ts'
import { type Instant, mustInstant } from '../../src/domain/instant.ts'
import { type Change, type Changed, reread } from './change-booking.ts'

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

const BATCH = 50

/**
 * Refunds the whole price, whatever the policy: the driver is not at fault. A space that was only held has cost
 * nothing.
 */
async function refund(
  { db, clock }: Deps,
  { booking_id: bookingId, user_id: userId, reason }: DueRefund,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = rowsOf(tx)
    const booking = await rows.lockBooking(userId, bookingId)
    // The driver may have cancelled or kept the booking in the meantime.
    const isDue = booking?.status === 'active' && (reason === 'event_cancelled' || booking.event_choice === 'open')
    if (!isDue) return
    const refundMinor = booking.hold_until === null ? booking.total_minor : 0
    await rows.cancelBooking({ bookingId, refundMinor, reason, nowMs: clock.now() })
  })
}

/** Returns the number of bookings processed for a refund. */
export async function followEvents(deps: Deps): Promise<number> {
  let refunded = 0
  for (;;) {
    const due = await listDueRefunds(deps.db, deps.clock.now(), BATCH)
    for (const booking of due) await refund(deps, booking)
    refunded += due.length
    if (due.length < BATCH) break
  }
  // Covers an import that wrote tariffs without event prices, and events that are over.
  await deps.db.transaction((tx) => publishDates(tx, { nowMs: deps.clock.now() }))
  return refunded
}

/**
 * Keeps a booking for the new date. `parkingFromMs`: when its parking begins, as the driver saw it. A repeated request
 * succeeds without effect.
 */
export async function keepForNewDate(change: Change, parkingFromMs: Instant): Changed {
  const { tx, booking, nowMs } = change
  if (booking.event === null || booking.status !== 'active') return err({ code: 'booking_not_active' })
  if (mustInstant(booking.event.parking_from) !== parkingFromMs) return err({ code: 'stale_base' })
  if (booking.event_choice === null) return ok(booking)
  await tx.keepEventBooking(booking.booking_id, nowMs)
  return reread(change)
}
