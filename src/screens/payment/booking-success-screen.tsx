// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { refreshBooking } from '../../actions/refresh.online.ts'
import { PARAM, routes } from '../../config/routes.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { InstallOffer } from '../../parts/install-offer.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useBooking } from '../../queries/use-bookings.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TicketIcon } from '../../ui/icons-place.tsx'
import styles from './payment.module.css'

/** /booking-success: paid and booked, and the pass is on this phone. */
export default function BookingSuccessScreen() {
  const [query] = useSearchParams()
  const code = query.get(PARAM.bookingCode)
  if (code === null || code === '') {
    return (
      <EmptyState
        level={1}
        icon={<TicketIcon size={28} />}
        title={<Trans>No booking to show</Trans>}
        action={
          <Link to={routes.bookings.href()} {...buttonLook()}>
            <Trans>My Bookings</Trans>
          </Link>
        }
      />
    )
  }
  return <Booked code={code} />
}

function Booked({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { failure } = useRefresh(refreshBooking, code)
  const saved = useBooking(code)
  const booking = saved.status === 'ready' ? saved.value : null
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        icon={<CircleCheckIcon size={28} />}
        title={<Trans>Booked</Trans>}
        text={
          booking === null ? (
            code
          ) : (
            <>
              {booking.park.name},{' '}
              {format.stay(mustInstant(booking.start_time), mustInstant(booking.end_time), {
                zone: booking.park.timezone,
                now,
              })}
              , {format.money({ amountMinor: booking.total, currency: booking.currency })}
            </>
          )
        }
        action={
          <div className={styles.stack}>
            <Link to={routes.pass.href(code)} {...buttonLook({ wide: true })}>
              <Trans>Show pass</Trans>
            </Link>
            <Link to={routes.booking.href(code)} {...buttonLook({ kind: 'secondary', wide: true })}>
              <Trans>Details</Trans>
            </Link>
          </div>
        }
      />
      <div className={styles.pad}>
        <InstallOffer />
        <RefreshFailure failure={failure} doing={t`Updating the booking`} />
      </div>
    </div>
  )
}
