import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { refreshBooking } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import { partNow } from '../../domain/touching-stays.ts'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { usePass } from '../../queries/use-pass.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CloseIcon } from '../../ui/icons-action.tsx'
import { HouseIcon, TicketIcon } from '../../ui/icons-place.tsx'
import { PassFace } from './pass-face.tsx'
import { PassMore } from './pass-more.tsx'
import styles from './pass.module.css'
import { ReadyOffline } from '../../parts/pass/ready-offline.tsx'

/** The pass: white in any theme, full screen, from saved data. It never waits for the network. */
export default function PassScreen() {
  const { bookingCode = '' } = useParams()
  const saved = usePass(bookingCode)
  const now = useNow()
  const [isAsked, setAsked] = useState(false)
  const parts = saved.status === 'ready' ? (saved.value ?? []) : []
  const booking = partNow(parts, now)
  const text = booking?.pass?.text
  const isMissing = saved.status === 'ready' && text === undefined

  useEffect(() => {
    if (isMissing) void refreshBooking(bookingCode).then(() => setAsked(true))
  }, [bookingCode, isMissing])

  return (
    <div className={styles.page} data-theme="light" aria-busy={saved.status === 'loading'}>
      <div className={styles.first}>
        <div className={styles.head} data-screen-only>
          <WayOut code={bookingCode} />
          {text !== undefined && (
            <span data-now>
              <ReadyOffline text={text} />
            </span>
          )}
        </div>
        {booking !== undefined && text !== undefined && (
          <PassFace
            booking={booking}
            text={text}
            stay={toStay(booking, parts)}
            lastCode={parts.at(-1)?.booking_code ?? bookingCode}
          />
        )}
        {isMissing && isAsked && <NoPass code={bookingCode} />}
      </div>
      {booking !== undefined && text !== undefined && <PassMore booking={booking} text={text} parts={parts} />}
    </div>
  )
}

/** Merges consecutive bookings: start and end of the whole, everything else from the current part. */
function toStay(booking: BookingView, parts: readonly BookingView[]): BookingView {
  const { start_time } = parts[0] ?? booking
  const { end_time } = parts.at(-1) ?? booking
  return { ...booking, start_time, end_time }
}

/** A pass that opened on app start links home; otherwise back to its booking. */
function WayOut({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const state: unknown = useLocation().state
  if (typeof state === 'object' && state !== null && 'fromStart' in state) {
    return (
      <Link to={routes.home.href()} {...buttonLook({ kind: 'plain', size: 'small' })}>
        <HouseIcon />
        <Trans>Home</Trans>
      </Link>
    )
  }
  return (
    <Link to={routes.booking.href(code)} replace {...iconButtonLook()} aria-label={t`Close`}>
      <CloseIcon size={24} />
    </Link>
  )
}

function NoPass({ code }: { readonly code: string }) {
  return (
    <EmptyState
      level={1}
      icon={<TicketIcon size={28} />}
      title={<Trans>Pass {code} isn’t on this phone</Trans>}
      text={
        <Trans>
          It was cancelled, or it was never opened on this phone. Connect and sign in with the account that booked it.
        </Trans>
      }
      action={
        <Link to={routes.bookings.href()} {...buttonLook()}>
          <Trans>My Bookings</Trans>
        </Link>
      }
    />
  )
}
