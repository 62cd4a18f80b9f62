import { bookingPhase, canCancel, canChangePlate, canExtend, canMove } from '../../domain/booking.ts'
import { refundInMinute } from '../../domain/cancellation.ts'
import type { BookingCommand } from '../../domain/commands.ts'
import type { Instant } from '../../domain/instant.ts'
import { refundableBooking } from '../../queries/price-cancel.ts'
import type { BookingView } from '../../queries/query.ts'
import { canReportNoSpace } from './no-space.tsx'

/** What a driver may change of a booking now. */
export function mayChange(booking: BookingView, now: Instant) {
  const phase = bookingPhase(booking, now)
  const isWaitingFor = (kind: BookingCommand['kind']) => booking.waiting.some(({ command }) => command.kind === kind)
  // Once nothing comes back, leaving the booking as it is costs the driver nothing either.
  const isWorthCancelling = phase === 'upcoming' || refundInMinute(refundableBooking(booking), now) > 0
  // Its times are those of the event, or of its month.
  const isFixed = booking.event !== undefined || booking.monthly !== undefined
  return {
    // Of what is to be cancelled first, every extension is refused.
    extend: canExtend(booking, now).ok && !isWaitingFor('booking.cancel'),
    shorten: !isFixed && (phase === 'running' || phase === 'upcoming') && booking.waiting.length === 0,
    move: !isFixed && canMove(booking, now).ok && booking.waiting.length === 0,
    cancel: canCancel(booking, now).ok && isWorthCancelling && !isWaitingFor('booking.cancel'),
    plate: canChangePlate(booking, now).ok,
    'no-space': canReportNoSpace(booking, now),
    // Of a car that is inside the pass is needed at the exit: its driver leaves early instead.
    isInside: phase === 'running' && (booking.checked_in_at ?? null) !== null,
  }
}
