/** Brings bookings and tariffs in line with their events. Safe to run repeatedly: a crash midway loses nothing. */
import type { ProviderDeps } from './deps.ts'
import { type DueRefund, listDueRefunds } from '../repositories/event-bookings.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import { publishDates } from '../repositories/dated-tariffs.ts'
import { rowsOf } from '../repositories/store.ts'
import { err, ok } from '../../src/lib/result.ts'
import { type Instant, mustInstant } from '../../src/domain/instant.ts'
import { type Change, type Changed, reread } from './change-booking.ts'
import { eachBooking, mustAllWork } from './each-booking.ts'
import { inPages } from './in-pages.ts'

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

/**
 * Returns why a locked booking is refunded. Null when in the meantime its driver has kept it, or the event was postponed
 * once more, to a new choice.
 */
function findReason({ event, event_choice: choice }: BookingRow, nowMs: number) {
  if (event?.status === 'cancelled') return 'event_cancelled'
  const chooseBy = event?.choose_by ?? null
  return choice === 'open' && chooseBy !== null && mustInstant(chooseBy) <= nowMs ? 'event_postponed' : null
}

/**
 * Refunds the whole price, whatever the policy: the driver is not at fault. A space that was only held has cost
 * nothing. Returns false when nothing is due any more.
 */
function refund({ db, clock }: Deps, { booking_id: bookingId, user_id: userId }: DueRefund): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = rowsOf(tx)
    const booking = await rows.lockBooking(userId, bookingId)
    const nowMs = clock.now()
    const reason = booking?.status === 'active' ? findReason(booking, nowMs) : null
    if (booking === undefined || reason === null) return false
    const refundMinor = booking.hold_until === null ? booking.total_minor : 0
    await rows.cancelBooking({ bookingId, refundMinor, reason, nowMs })
    return true
  })
}

/** Returns the number of bookings refunded. A booking that fails does not block the others: it is reported at the end. */
export async function followEvents(deps: Deps): Promise<number> {
  const due = inPages<DueRefund>(({ after, limit }) =>
    listDueRefunds(deps.db, { after: after?.booking_id ?? null, limit, nowMs: deps.clock.now() }),
  )
  const worked = await eachBooking(due, (booking) => refund(deps, booking))
  // Covers an import that wrote tariffs without event prices, and events that are over.
  await deps.db.transaction((tx) => publishDates(tx, { nowMs: deps.clock.now() }))
  return mustAllWork(worked, 'events')
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
