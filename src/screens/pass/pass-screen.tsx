import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { refreshBooking } from '../../actions/refresh.online.ts'
import { routes } from '../../config/routes.ts'
import { useBooking } from '../../queries/use-booking.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CloseIcon } from '../../ui/icons-action.tsx'
import { TicketIcon } from '../../ui/icons-place.tsx'
import { PassFace } from './pass-face.tsx'
import styles from './pass.module.css'
import { ReadyOffline } from './ready-offline.tsx'

/** The pass: white in any theme, full screen, from what the phone holds. The network is never waited for. */
export default function PassScreen() {
  const { t } = useLingui()
  const { bookingCode = '' } = useParams()
  const booking = useBooking(bookingCode)
  const [isAsked, setAsked] = useState(false)
  const saved = booking.status === 'ready' ? booking.value : null
  const pass = saved?.pass ?? null
  const isMissing = booking.status === 'ready' && pass === null

  useEffect(() => {
    if (isMissing) void refreshBooking(bookingCode).then(() => setAsked(true))
  }, [bookingCode, isMissing])

  return (
    <div className={styles.page} data-theme="light" aria-busy={booking.status === 'loading'}>
      <div className={styles.head}>
        <Link to={routes.booking.href(bookingCode)} replace {...iconButtonLook()} aria-label={t`Close`}>
          <CloseIcon size={24} />
        </Link>
        {pass !== null && (
          <span data-now>
            <ReadyOffline text={pass.text} />
          </span>
        )}
      </div>
      {saved !== null && pass !== null && <PassFace booking={saved} text={pass.text} />}
      {isMissing && isAsked && <NoPass code={bookingCode} />}
    </div>
  )
}

function NoPass({ code }: { readonly code: string }) {
  return (
    <EmptyState
      level={1}
      icon={<TicketIcon size={28} />}
      title={<Trans>There is no pass {code} on this phone</Trans>}
      text={
        <Trans>It was cancelled, or it was never opened here with a connection and the account that booked it.</Trans>
      }
      action={
        <Link to={routes.bookings.href()} {...buttonLook()}>
          <Trans>My Bookings</Trans>
        </Link>
      }
    />
  )
}
