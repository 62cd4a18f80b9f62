import { Trans } from '@lingui/react/macro'
import { bookingPhase, type BookingTimes, graceEndOf } from '../domain/booking.ts'
import { MINUTE_MS, mustInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import { MonthlyWhen, type PassBooking } from './monthly-when.tsx'
import { useNow } from './use-now.ts'

type MaybePass = BookingTimes & Partial<Pick<PassBooking, 'monthly'>>

const isPass = (booking: MaybePass): booking is BookingTimes & PassBooking => booking.monthly !== undefined

/** "42 min left", "starts in 20 min", "Leave by 16:40", "Ended". */
export function TimeLeft({ booking }: { readonly booking: MaybePass }) {
  const format = useFormat()
  const now = useNow(1000)
  const phase = bookingPhase(booking, now)
  const end = mustInstant(booking.end_time)
  if (phase === 'running' && isPass(booking)) return <MonthlyWhen booking={booking} />
  switch (phase) {
    case 'upcoming':
      return <Trans>starts in {format.duration(mustInstant(booking.start_time) - now + MINUTE_MS - 1)}</Trans>
    case 'running':
      return <Trans>{format.duration(end - now + MINUTE_MS - 1)} left</Trans>
    case 'grace':
      return <Trans>{format.duration(graceEndOf(booking) - now + MINUTE_MS - 1)} to leave</Trans>
    case 'ended':
      return <Trans>Ended</Trans>
    case 'cancelled':
      return <Trans>Cancelled</Trans>
    default:
      return unreachable(phase)
  }
}
