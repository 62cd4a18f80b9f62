import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { canExtend, graceEndOf } from '../domain/booking.ts'
import { MINUTE_MS, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { leaveByOfBooking, priceOverstay } from '../queries/price-overstay.ts'
import { useRunningBooking } from '../queries/use-running-booking.ts'
import { buttonLook } from '../ui/button-look.ts'
import { QrIcon } from '../ui/icons-place.tsx'
import { RunningBooking } from '../ui/running-booking.tsx'
import { MonthlyWhen } from '../parts/monthly-when.tsx'
import { useNow } from '../parts/use-now.ts'
import { CurrentBookingPlaceholder } from './current-booking-placeholder.tsx'

/** Extend is offered beside the pass from this much time left. */
const LAST_MINUTES_MS = 10 * MINUTE_MS

/** The running booking, above the bottom bar: one tap to the pass. */
export default function RunningBar() {
  const { t } = useLingui()
  const format = useFormat()
  const { pathname } = useLocation()
  const running = useRunningBooking()
  const now = useNow(5000)
  if (running.status === 'loading') return <CurrentBookingPlaceholder />
  if (running.value === null) return null
  const booking = running.value
  // The booking's own page already shows all this.
  if (pathname.startsWith(routes.booking.href(booking.booking_code))) return null

  const { park, monthly } = booking
  const timeOf = (text: string) => format.savedAt(toInstant(Date.parse(text)), { zone: park.timezone, now })
  const until = timeOf(booking.end_time)
  const from = timeOf(booking.start_time)
  const place = park.name
  const leftMs = Date.parse(booking.end_time) - now
  const startsInMs = Date.parse(booking.start_time) - now
  // Rounded up to the minute, as on the pass.
  const left = format.duration(Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS)
  const mayExtend = startsInMs <= 0 && leftMs <= LAST_MINUTES_MS && canExtend(booking, toInstant(now)).ok
  const { minutes, dueMinor } = priceOverstay(booking, toInstant(now))
  const isOver = now >= graceEndOf(booking) && now >= leaveByOfBooking(booking)
  const cost =
    isOver && dueMinor !== null && dueMinor > 0
      ? format.money({ amountMinor: dueMinor, currency: booking.currency })
      : null
  const words = () => {
    if (isOver) return cost ?? t`Over by ${format.duration(minutes * MINUTE_MS)}`
    if (startsInMs > 0) return t`From ${from}`
    return leftMs <= 0 ? t`Time’s up: leave now` : t`${left} left`
  }
  return (
    <section aria-label={t`Current booking`} data-now>
      <RunningBooking
        form="bar"
        tone={isOver ? 'over' : leftMs <= 0 ? 'grace' : 'run'}
        left={monthly === undefined ? words() : <MonthlyWhen booking={{ ...booking, monthly }} />}
        place={
          monthly === undefined ? (
            <Trans>
              {place}, until {until}
            </Trans>
          ) : (
            place
          )
        }
        action={
          <>
            {cost !== null && (
              <Link to={routes.booking.href(booking.booking_code)} {...buttonLook({ kind: 'pay', size: 'small' })}>
                {t({ message: 'Pay', context: 'verb' })}
              </Link>
            )}
            {mayExtend && (
              <Link
                to={routes.booking.href(booking.booking_code, 'extend')}
                {...buttonLook({ kind: 'run', size: 'small' })}
              >
                {t`Extend`}
              </Link>
            )}
            <Link to={routes.pass.href(booking.booking_code)} {...buttonLook({ kind: 'run', size: 'small' })}>
              <QrIcon />
              {t`Pass`}
            </Link>
          </>
        }
      />
    </section>
  )
}
