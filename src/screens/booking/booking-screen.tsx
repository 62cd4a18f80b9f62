// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from 'react-router-dom'
import { refreshBooking } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { InstallOffer } from '../../parts/install-offer.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useBooking } from '../../queries/use-bookings.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { TicketIcon } from '../../ui/icons-place.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BookingDetails } from './booking-details.tsx'
import styles from './booking.module.css'

/** /booking-details/{code}: shows the saved booking at once, refreshed when the provider answers. */
export default function BookingScreen() {
  const { t } = useLingui()
  const { bookingCode = '' } = useParams()
  const booking = useBooking(bookingCode)
  const { failure } = useRefresh(refreshBooking, bookingCode)
  const saved = booking.status === 'ready' ? booking.value : null
  const isUnknown = failure?.kind === 'refused' && failure.code === 'booking_not_found'
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.bookings.href()} {...iconButtonLook()} aria-label={t`My Bookings`}>
            <ChevronStartIcon />
          </Link>
        }
        title={saved === null ? bookingCode : saved.park.name}
        detail={saved?.park.address ?? undefined}
      />
      {saved !== null && booking.status === 'ready' && (
        <BookingDetails booking={saved} savedAt={booking.savedAt} fresh={booking.fresh} />
      )}
      {saved !== null && <InstallOffer className={styles.body} />}
      {saved === null && failure === null && (
        <div className={styles.body} aria-busy="true">
          <Skeleton size="large" />
          <Skeleton size="button" width="full" />
          <Skeleton size="card" width="full" />
        </div>
      )}
      {saved === null && failure !== null && !isUnknown && (
        <div className={styles.body}>
          <FailureNote failure={failure} doing={t`Opening this page`} />
        </div>
      )}
      {saved === null && isUnknown && <UnknownBooking />}
    </div>
  )
}

function UnknownBooking() {
  return (
    <EmptyState
      icon={<TicketIcon size={28} />}
      title={<Trans>This booking could not be found.</Trans>}
      text={<Trans>It may belong to another account.</Trans>}
      action={
        <Link to={routes.bookings.href()} {...buttonLook()}>
          <Trans>My Bookings</Trans>
        </Link>
      }
    />
  )
}
