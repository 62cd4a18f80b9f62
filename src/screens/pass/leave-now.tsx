// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Booking } from '../../contract/bookings.ts'
import { type BookingPhase, graceEndOf } from '../../domain/booking.ts'
import { HOUR_MS, type Instant, mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { OverstayPay } from '../../parts/overstay-pay.tsx'
import { useNow } from '../../parts/use-now.ts'
import { leaveByOfBooking, overUntilOf, priceOverstay } from '../../queries/price-overstay.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import styles from './pass.module.css'

/** Later than this after the end, the car is assumed to have left. */
const FORGOTTEN_MS = 12 * HOUR_MS

/** After the end: the price of leaving now, computed as the attendant's app does; nothing during the grace period. */
export function LeaveNow({ booking, phase }: { readonly booking: Booking; readonly phase: BookingPhase }) {
  const format = useFormat()
  const now = useNow(5000)
  const bookings = useBookings()
  const end = mustInstant(booking.end_time)
  const graceEnd = graceEndOf(booking)
  if ((booking.checked_out_at ?? null) !== null || now > end + FORGOTTEN_MS) return null
  const costAt = (at: Instant): string | null => {
    const { dueMinor: due } = priceOverstay(booking, at)
    return due === null ? null : format.money({ amountMinor: due, currency: booking.currency })
  }
  const overAt = overUntilOf(booking, bookings.status === 'ready' ? bookings.value : [], now)
  if (phase === 'grace') {
    const until = format.time(graceEnd, booking.park.timezone)
    const later = costAt(graceEnd)
    return (
      <p className={styles.leave} data-phase={phase} data-now>
        <strong>
          <Trans>If you leave now: nothing to pay</Trans>
        </strong>
        {later !== null && (
          <span>
            <Trans>
              from {until}: {later}
            </Trans>
          </span>
        )}
      </p>
    )
  }
  const over = format.duration(overAt - end)
  const { dueMinor } = priceOverstay(booking, overAt)
  // From there on, the car's next booking covers the time.
  if (overAt < now && (dueMinor === 0 || overAt < graceEnd)) return null
  if (booking.overstay !== undefined && now < leaveByOfBooking(booking)) {
    const until = format.time(mustInstant(booking.overstay.until), booking.park.timezone)
    return (
      <p className={styles.leave} data-phase="grace" data-now>
        <strong>
          <Trans>Paid until {until}</Trans>
        </strong>
        <span>
          <Trans>Leave by {format.time(leaveByOfBooking(booking), booking.park.timezone)}</Trans>
        </span>
      </p>
    )
  }
  const cost = costAt(overAt)
  return (
    <div className={styles.leave} data-phase={phase} data-now>
      <strong>{cost === null ? <Trans>{over} over time</Trans> : <Trans>If you leave now: {cost}</Trans>}</strong>
      <span>{cost === null ? <Trans>You’ll see the cost at the exit.</Trans> : <Trans>{over} over time</Trans>}</span>
      {dueMinor !== null && dueMinor > 0 && <OverstayPay booking={booking} dueMinor={dueMinor} />}
    </div>
  )
}
