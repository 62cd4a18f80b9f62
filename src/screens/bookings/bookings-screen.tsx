import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { refreshBookings } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import { bookingPhase } from '../../domain/booking.ts'
import { mustInstant } from '../../domain/instant.ts'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import type { BookingView } from '../../queries/query.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import { useSession } from '../../queries/use-session.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { BaysDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActivityLink } from './activity-link.tsx'
import { BookingFilter, isShown, useShownStays } from './booking-filter.tsx'
import { PastBookings } from './past-bookings.tsx'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings.module.css'
import { UnansweredRequests } from './unanswered-requests.tsx'

/** /bookings: running and upcoming bookings, then past ones. */
export default function BookingsScreen() {
  const bookings = useBookings()
  const { failure } = useRefresh(refreshBookings, undefined)
  const { t } = useLingui()
  // The provider has never answered on this phone: the bookings are unknown, which is different from none.
  const isUnknown = bookings.status === 'ready' && bookings.value.length === 0 && bookings.savedAt === null

  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} className={styles.title}>
        <Trans>My Bookings</Trans>
      </h1>
      <div className={styles.pad}>
        {bookings.status === 'ready' && <SavedNote savedAt={bookings.savedAt} fresh={bookings.fresh} />}
        <RefreshFailure failure={failure} doing={t`Updating the list`} />
        <ActivityLink />
        <KeepLink />
      </div>
      <UnansweredRequests />
      {(bookings.status === 'loading' || (isUnknown && failure === null)) && <BookingsSkeleton />}
      {isUnknown && failure !== null && <NotKnownYet />}
      {bookings.status === 'ready' && bookings.value.length === 0 && !isUnknown && <NoBookings />}
      {bookings.status === 'ready' && <Sections bookings={bookings.value} />}
    </div>
  )
}

/** Shown to guests, whose bookings are on this phone only. */
function KeepLink() {
  const session = useSession()
  if (session.status !== 'ready' || session.value?.user.guest !== true) return null
  return (
    <Link to={routes.register.href(routes.bookings.href())} {...buttonLook({ kind: 'soft', size: 'small' })}>
      <Trans>Keep your bookings</Trans>
    </Link>
  )
}

function Sections({ bookings }: { readonly bookings: readonly BookingView[] }) {
  const { t } = useLingui()
  const now = useNow()
  const shown = useShownStays()
  const isOpen = (booking: BookingView) => ['upcoming', 'running', 'grace'].includes(bookingPhase(booking, now))
  const open = bookings.filter(isOpen).toSorted((a, b) => mustInstant(a.start_time) - mustInstant(b.start_time))
  const past = bookings.filter((booking) => !isOpen(booking) && isShown(shown, booking))
  const showsOpen = open.length > 0 && isShown(shown, null)
  return (
    <>
      <BookingFilter bookings={bookings} />
      {showsOpen && <Section title={t`Now and next`} bookings={open} />}
      <PastBookings key={shown} bookings={past} isAlone={bookings.length > 0 && !showsOpen} />
    </>
  )
}

function Section({ title, bookings }: { readonly title: string; readonly bookings: readonly BookingView[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <RowList label={title}>
        {bookings.map((booking) => (
          <li key={booking.booking_id}>
            <BookingRow booking={booking} />
          </li>
        ))}
      </RowList>
    </section>
  )
}

function BookingsSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}

function NotKnownYet() {
  return (
    <EmptyState
      drawing={<BaysDrawing />}
      title={<Trans>Your bookings are not known yet</Trans>}
      text={<Trans>Connect once to load them. After that, you can read them offline.</Trans>}
    />
  )
}

function NoBookings() {
  return (
    <EmptyState
      drawing={<BaysDrawing />}
      title={<Trans>No bookings yet</Trans>}
      text={<Trans>Your bookings and passes are saved on this phone and open offline.</Trans>}
      action={
        <Link to={routes.parksList.href()} {...buttonLook()}>
          <Trans>Find Parking</Trans>
        </Link>
      }
    />
  )
}
