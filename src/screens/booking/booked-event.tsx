// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { createElement } from 'react'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { useLater } from '../../parts/use-later.ts'
import type { BookingView } from '../../queries/query.ts'
import { CalendarIcon } from '../../ui/icons-action.tsx'
import { OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'
import { Note } from '../../ui/note.tsx'

interface BookedEventProps {
  readonly booking: BookingView
}

/** What happened to the booking's event, with the resulting choice; or that the car park was closed. */
export function BookedEvent({ booking }: BookedEventProps) {
  const { cancel_reason: reason, event, status } = booking
  if (status === 'cancelled') {
    if (reason === 'park_closed')
      return (
        <Note icon={<OctagonCrossIcon size={24} />} title={<Trans>Car park closed</Trans>}>
          <Trans>The car park closed for these times. Everything you paid was refunded.</Trans>
        </Note>
      )
    if (reason !== 'event_cancelled' && reason !== 'event_postponed') return null
    return (
      <Note
        icon={<OctagonCrossIcon size={24} />}
        title={reason === 'event_cancelled' ? <Trans>Event cancelled</Trans> : <Trans>Event postponed</Trans>}
      >
        {reason === 'event_cancelled' ? (
          <Trans>The event was cancelled, so this booking was too. Everything you paid was refunded.</Trans>
        ) : (
          <Trans>The event was postponed. Everything you paid was refunded.</Trans>
        )}
      </Note>
    )
  }
  return event?.status === 'postponed' ? <LaterChoice booking={booking} /> : null
}

const loadChoice = () => import('../../parts/event-choice.tsx')

/** Few bookings need this choice, so it loads after the page; the service worker caches it once the app is idle. */
function LaterChoice({ booking }: BookedEventProps) {
  const Part = useLater(loadChoice)
  return Part === null ? null : createElement(Part, { booking })
}

/** Row that links a booking to its event. */
export function EventRow({ booking: { event } }: BookedEventProps) {
  if (event === undefined) return null
  return (
    <li>
      <Link to={moreRoutes.event.href(event.code)} {...listRowLook('fact')}>
        <ListRowFace icon={<CalendarIcon />} title={event.name} end={<Trans>Event</Trans>} />
      </Link>
    </li>
  )
}
