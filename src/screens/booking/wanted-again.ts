import type { WantedStay } from '../../actions/proofs.online.ts'
import { canRenew } from '../../domain/booking.ts'
import { type Instant, mustInstant } from '../../domain/instant.ts'
import type { BookingView } from '../../queries/query.ts'

/**
 * The stay for the proof, when a booking cannot be renewed for lack of signal. `totalMinor` is null when there is no
 * price.
 */
export function wantedAgain(booking: BookingView, now: Instant, totalMinor: number | null): WantedStay {
  const times = canRenew(booking, now)
  return {
    parkId: booking.park_id,
    parkName: booking.park.name,
    zone: booking.park.timezone,
    plate: booking.plate,
    startMs: times.ok ? times.value.start : mustInstant(booking.start_time),
    endMs: times.ok ? times.value.end : mustInstant(booking.end_time),
    totalMinor,
    currency: booking.currency,
  }
}
