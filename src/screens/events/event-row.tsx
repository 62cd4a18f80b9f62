// Rarely rendered; memoisation would double this file.
'use no memo'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import type { ParkingEvent } from '../../contract/events.ts'
import { placeOf, useEventWhen } from '../../parts/event-when.ts'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'
import { DateTile } from './date-tile.tsx'
import { EventBadges } from '../../parts/event-badges.tsx'

/** Day, name, place, time and status. */
export function EventRow({ event }: { readonly event: ParkingEvent }) {
  const when = useEventWhen()
  const { starts_at: from, ends_at: until, timezone: zone } = event
  return (
    <Link to={moreRoutes.event.href(event.code)} {...listRowLook('place')}>
      <ListRowFace
        icon={<DateTile at={from} zone={zone} />}
        title={event.name}
        detail={
          <>
            {placeOf(event)}
            <br />
            {when.weekday(from, zone)}, {when.times({ from, until, zone })}
            <br />
            <EventBadges event={event} />
          </>
        }
      />
    </Link>
  )
}
