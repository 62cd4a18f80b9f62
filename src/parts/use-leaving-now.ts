import { bookingPhase } from '../domain/booking.ts'
import { mustInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { earliestEndOf, priceShortening } from '../queries/price-shortening.ts'
import type { BookingView } from '../queries/query.ts'
import { useNow } from './use-now.ts'

/**
 * Returns the refund for leaving a running stay now; null when there is none, or while a change of the booking is
 * waiting to be sent.
 */
export function useLeavingNow(booking: BookingView): string | null {
  const format = useFormat()
  const now = useNow()
  if (booking.monthly !== undefined || bookingPhase(booking, now) !== 'running' || booking.waiting.length > 0)
    return null
  const earliest = earliestEndOf(booking, now)
  if (earliest >= mustInstant(booking.end_time)) return null
  const { refundMinor } = priceShortening(booking, earliest, { now })
  return refundMinor === 0 ? null : format.money({ amountMinor: refundMinor, currency: booking.currency })
}
