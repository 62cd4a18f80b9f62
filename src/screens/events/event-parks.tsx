// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import type { EventDetail, EventPark } from '../../contract/events.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { distanceMetres } from '../../lib/cell.ts'
import { availabilityTone } from '../../parts/free-spaces.ts'
import parts from '../../parts/parts.module.css'
import { useEventWhen } from '../../parts/event-when.ts'
import { useNow } from '../../parts/use-now.ts'
import { Availability } from '../../ui/availability.tsx'
import { CalendarIcon } from '../../ui/icons-action.tsx'
import { OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ParkCard, parkCardLook } from '../../ui/park-card.tsx'
import styles from './events.module.css'

/** The car parks that hold spaces for the event, each with its total; a cancelled or past event sells none. */
export function EventParks({ event }: { readonly event: EventDetail }) {
  const now = useNow()
  const when = useEventWhen()
  const { parks: offered, status, parking_from: from, parking_until: until, timezone: zone } = event
  if (status === 'cancelled') {
    return (
      <div className={styles.pad}>
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>This event was cancelled, so its parking can’t be booked.</Trans>}
        />
      </div>
    )
  }
  const isOver = mustInstant(until) <= now
  if (isOver || offered.length === 0) {
    return (
      <EmptyState
        icon={<CalendarIcon size={28} />}
        title={isOver ? <Trans>This event is over</Trans> : <Trans>No parking is sold for this event</Trans>}
      />
    )
  }
  return (
    <section>
      <div className={styles.pad}>
        <div className={parts.row}>
          <h2>
            <Trans>Parking for the event</Trans>
          </h2>
          <p className={parts.small}>
            <Trans>total, {when.times({ from, until, zone })}</Trans>
          </p>
        </div>
      </div>
      <ul>
        {offered.map((park) => (
          <li key={park.code}>
            <ParkLink event={event} park={park} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ParkProps {
  readonly event: EventDetail
  readonly park: EventPark
}

function ParkLink({ event, park }: ParkProps) {
  const card = <EventParkCard event={event} park={park} />
  return park.free > 0 && park.total !== null ? (
    <Link to={moreRoutes.bookEvent.href(event.code, park.code)} {...parkCardLook()}>
      {card}
    </Link>
  ) : (
    <div {...parkCardLook()}>{card}</div>
  )
}

function EventParkCard({ event, park }: ParkProps) {
  const format = useFormat()
  const { total, currency } = park
  return (
    <ParkCard
      name={park.name}
      address={park.address}
      distance={<Distance event={event} park={park} />}
      availability={<FreeSpaces event={event} park={park} />}
      total={total === null ? <Trans>No price</Trans> : format.money({ amountMinor: total, currency })}
      perHour={park.demo ? <Trans>Event price, demo</Trans> : <Trans>Event price</Trans>}
    />
  )
}

function Distance({ event, park }: ParkProps) {
  const format = useFormat()
  if (event.lat === null || event.lng === null || park.lat === null || park.lng === null)
    return <Trans>Distance not known</Trans>
  const metres = distanceMetres({ lat: event.lat, lng: event.lng }, { lat: park.lat, lng: park.lng })
  return format.distance(metres, event.country_code)
}

/** Free spaces of those held for the event, as counted when the provider answered. */
function FreeSpaces({ event, park: { free, held } }: ParkProps) {
  const format = useFormat()
  const now = useNow()
  const time = format.savedAt(mustInstant(event.counted_at), { zone: event.timezone, now })
  if (free <= 0) {
    return (
      <Availability tone="full">
        <Trans>Sold out</Trans>
      </Availability>
    )
  }
  const counted = { available: free, capacity: held, availableAt: event.counted_at, isForStay: true, isDemo: false }
  return (
    <Availability tone={availabilityTone(counted, now)}>
      <Plural value={free} other={`# free of ${held}, ${time}`} />
    </Availability>
  )
}
