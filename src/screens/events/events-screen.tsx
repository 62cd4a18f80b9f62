// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { loadEvents } from '../../actions/events.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { ParkingEvent } from '../../contract/events.ts'
import type { CountryCode } from '../../domain/country.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { NotKept } from '../../parts/not-kept.tsx'
import parts from '../../parts/parts.module.css'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useEvents, usePrivateEvents } from '../../queries/use-events.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CalendarIcon, KeyIcon } from '../../ui/icons-action.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'
import styles from './events.module.css'

/** /events: upcoming events in the chosen country, soonest first, and the private events saved on this phone. */
export default function EventsScreen() {
  const country = useSelectedCountry()
  return (
    <div className={styles.page}>
      <div className={styles.pad}>
        <h1 tabIndex={-1}>
          <Trans>Events</Trans>
        </h1>
        <p className={parts.small}>
          <Trans>Parking for a match, a concert or a market, at one price.</Trans>
        </p>
        <Link to={moreRoutes.privateEvent.href()} {...buttonLook({ kind: 'secondary', size: 'small' })}>
          <KeyIcon />
          <Trans>Open a private event</Trans>
        </Link>
      </div>
      {country === null ? <EventsSkeleton /> : <CountryEvents key={country.code} country={country.code} />}
      <PrivateEvents />
    </div>
  )
}

/** Hides past events, however old the list is. */
function useAhead(events: readonly ParkingEvent[]): readonly ParkingEvent[] {
  const now = useNow()
  return events.filter(({ ends_at: end }) => mustInstant(end) > now)
}

function CountryEvents({ country }: { readonly country: CountryCode }) {
  const { t } = useLingui()
  const saved = useEvents(country)
  const { failure, retry } = useRefresh(loadEvents, country)
  const known = saved.status === 'ready' ? saved.value : null
  const events = useAhead(known ?? [])
  if (known === null) {
    return failure === null || saved.status === 'loading' ? (
      <EventsSkeleton />
    ) : (
      <div className={styles.pad}>
        <NotKept failure={failure} doing={t`Loading the events`} onRetry={retry} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.pad}>
        {saved.status === 'ready' && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
        <RefreshFailure failure={failure} doing={t`Updating the list`} />
      </div>
      {events.length === 0 ? <NoEvents country={country} /> : <EventList label={t`Events`} events={events} />}
    </>
  )
}

function EventList({ label, events }: { readonly label: string; readonly events: readonly ParkingEvent[] }) {
  return (
    <RowList label={label}>
      {events.map((event) => (
        <li key={event.code}>
          <EventRow event={event} />
        </li>
      ))}
    </RowList>
  )
}

function PrivateEvents() {
  const { t } = useLingui()
  const saved = usePrivateEvents()
  const events = useAhead(saved.status === 'ready' ? saved.value : [])
  if (events.length === 0) return null
  return (
    <section>
      <div className={styles.pad}>
        <h2>
          <Trans>Private events on this phone</Trans>
        </h2>
      </div>
      <EventList label={t`Private events on this phone`} events={events} />
    </section>
  )
}

function NoEvents({ country }: { readonly country: CountryCode }) {
  const format = useFormat()
  return (
    <EmptyState
      icon={<CalendarIcon size={28} />}
      title={<Trans>No events in {format.country(country)} for now</Trans>}
      text={<Trans>Car parks can be booked at any time.</Trans>}
      action={
        <Link to={routes.parksList.href()} {...buttonLook()}>
          <Trans>Find Parking</Trans>
        </Link>
      }
    />
  )
}

function EventsSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}
