import { accessWindow, bookingPhase, canCancel, canChangePlate, canExtend, canMove } from '../domain/booking.ts'
import { refundInMinute } from '../domain/cancellation.ts'
import type { BookingCommand } from '../domain/commands.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { mayLackSpace } from '../domain/no-space.ts'
import { refundableBooking } from '../queries/price-cancel.ts'
import type { BookingView } from '../queries/query.ts'

/** Whether "no space" can be reported: from the start of the access window, and while the stay runs. */
function canReportNoSpace(booking: BookingView, now: Instant): boolean {
  const endMs = mustInstant(booking.end_time)
  const isHeld = (booking.hold_until ?? null) !== null
  const isOut = (booking.checked_out_at ?? null) !== null
  return (
    booking.asked.status === 'active' &&
    !isHeld &&
    !isOut &&
    mayLackSpace({ fromMs: accessWindow(booking).fromMs, endMs }, now)
  )
}

/** Returns which changes to a booking are allowed now. */
export function mayChange(booking: BookingView, now: Instant) {
  const phase = bookingPhase(booking, now)
  const isWaitingFor = (kind: BookingCommand['kind']) => booking.waiting.some(({ command }) => command.kind === kind)
  // Without a refund, cancelling gains the driver nothing over leaving the booking as it is.
  const isWorthCancelling = phase === 'upcoming' || refundInMinute(refundableBooking(booking), now) > 0
  // The times are set by the event or by the month.
  const isFixed = booking.event !== undefined || booking.monthly !== undefined
  return {
    // While a cancel is waiting, the provider would refuse every extension.
    extend: canExtend(booking, now).ok && !isWaitingFor('booking.cancel'),
    shorten: !isFixed && (phase === 'running' || phase === 'upcoming') && booking.waiting.length === 0,
    move: !isFixed && canMove(booking, now).ok && booking.waiting.length === 0,
    cancel: canCancel(booking, now).ok && isWorthCancelling && !isWaitingFor('booking.cancel'),
    plate: canChangePlate(booking, now).ok,
    'no-space': canReportNoSpace(booking, now),
    // A car inside needs its pass at the exit, so the driver leaves early instead of cancelling.
    isInside: phase === 'running' && (booking.checked_in_at ?? null) !== null,
  }
}
