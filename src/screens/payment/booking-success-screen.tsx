// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { refreshBooking } from '../../actions/connection.online.ts'
import { PARAM, routes } from '../../config/routes.ts'
import { bookingPhase } from '../../domain/booking.ts'
import { toInstant } from '../../domain/instant.ts'
import { systemClock } from '../../lib/clock.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { InstallOffer } from '../../parts/install-offer.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import type { BookingView } from '../../queries/query.ts'
import { usePass } from '../../queries/use-pass.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TicketIcon } from '../../ui/icons-place.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BookedPass } from './booked-pass.tsx'
import styles from './payment.module.css'

/** /booking-success: the booking is confirmed, and the pass is on this phone. */
export default function BookingSuccessScreen() {
  const [query] = useSearchParams()
  const code = query.get(PARAM.bookingCode)
  return code === null || code === '' ? <NoBooking /> : <Booked key={code} code={code} />
}

function NoBooking() {
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

/** Says "booked" only once the pass is saved, and never for a cancelled, past or merely held stay. */
function Booked({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const { failure, isRefreshing, retry } = useRefresh(refreshBooking, code)
  const saved = usePass(code)
  const isCurrent = useIsCurrent()
  const parts = saved.status === 'ready' ? (saved.value ?? []) : []
  const booking = parts.find(({ booking_code: own }) => own === code)
  const text = booking?.pass?.text
  const doing = t`Updating the booking`
  if (booking !== undefined && text !== undefined && isCurrent(booking)) {
    return (
      <div className={styles.page}>
        <BookedPass booking={booking} text={text} parts={[parts[0] ?? booking, ...parts.slice(1)]} />
        <div className={styles.pad}>
          <InstallOffer />
          <RefreshFailure failure={failure} doing={doing} />
        </div>
      </div>
    )
  }
  if (failure?.kind === 'refused' && failure.code === 'booking_not_found') return <NoBooking />
  if (booking !== undefined && !isRefreshing) return <Navigate to={routes.booking.href(code)} replace />
  return (
    <div className={styles.page}>
      <div className={styles.pad}>
        {failure === null ? (
          <div className={styles.stack} aria-busy="true">
            <Skeleton size="large" />
            <Skeleton size="card" width="full" />
            <Skeleton size="button" width="full" />
          </div>
        ) : (
          <>
            <FailureNote failure={failure} doing={doing} />
            <Button kind="secondary" wide onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Judged as of opening the page, so that a stay ending meanwhile does not replace it. */
function useIsCurrent(): (booking: BookingView) => boolean {
  const [openedAt] = useState(() => toInstant(systemClock.now()))
  return (booking) => {
    const phase = bookingPhase(booking, openedAt)
    return phase !== 'cancelled' && phase !== 'ended'
  }
}
