// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadOperatorEvent } from '../../../actions/operator-events.online.ts'
import type { ParkingEvent } from '../../../contract/events.ts'
import type { OperatorEventDetail } from '../../../contract/operator-events.ts'
import { useFormat } from '../../../i18n/format.ts'
import { placeOf, useEventWhen } from '../../../parts/event-when.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { KeyIcon } from '../../../ui/icons-action.tsx'
import { ListRow, RowList } from '../../../ui/list-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EventBadges } from '../../../parts/event-badges.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import type { OwnPark } from '../park-choice.tsx'
import { EventActions } from './event-actions.tsx'

export interface EventCardProps {
  readonly event: ParkingEvent
  readonly parks: readonly OwnPark[]
  readonly onChanged: () => void
}

/** An event as drivers see it in lists; opened, its held and booked spaces and the operator's actions. */
export function EventCard({ event, parks, onChanged }: EventCardProps) {
  const when = useEventWhen()
  const [isOpen, setOpen] = useState(false)
  const { timezone: zone } = event
  const span = { from: event.starts_at, until: event.ends_at, zone }
  const parking = when.times({ from: event.parking_from, until: event.parking_until, zone })
  return (
    <article className={page.card}>
      <div>
        <h3>
          <bdi>{event.name}</bdi>
        </h3>
        <p className={page.muted}>
          <bdi>{placeOf(event)}</bdi> · {event.code}
        </p>
        <p>
          {when.weekday(event.starts_at, zone)}, {when.times(span)}
        </p>
        <p className={page.muted}>
          <Trans>Parking: {parking}</Trans>
        </p>
        <p>
          {event.is_private && (
            <Badge tone="neutral" icon={<KeyIcon size={18} />}>
              <Trans>Private</Trans>
            </Badge>
          )}{' '}
          <EventBadges event={event} />
        </p>
      </div>
      <Button kind="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <Trans>Close</Trans> : <Trans>Bookings and changes</Trans>}
      </Button>
      {isOpen && <Opened code={event.code} parks={parks} onChanged={onChanged} />}
    </article>
  )
}

interface OpenedProps extends Pick<EventCardProps, 'parks' | 'onChanged'> {
  readonly code: string
}

function Opened({ code, parks, onChanged }: OpenedProps) {
  const { t } = useLingui()
  const { value: event, failure, reload } = useLoaded(loadOperatorEvent, code)
  const renew = () => {
    reload()
    onChanged()
  }
  if (failure !== null && event === null) return <ConsoleFailure failure={failure} doing={t`Showing the event`} />
  if (event === null) return <Skeleton size="card" width="full" />
  return (
    <>
      <Kept event={event} />
      {event.status !== 'cancelled' && <EventActions event={event} parks={parks} onChanged={renew} />}
    </>
  )
}

/** How many spaces each car park holds, how many are booked, and the amount paid. */
function Kept({ event }: { readonly event: OperatorEventDetail }) {
  const { t } = useLingui()
  const format = useFormat()
  const paid = format.money({ amountMinor: event.paid, currency: event.currency })
  const booked = format.number(event.booked)
  return (
    <>
      <RowList label={t`Car parks of the event`}>
        {event.parks.map(({ code, name, held, free, total, currency }) => {
          const [sold, all] = [format.number(held - free), format.number(held)]
          return (
            <li key={code}>
              <ListRow
                title={<bdi>{name}</bdi>}
                detail={
                  <Trans>
                    {sold} of {all} kept spaces booked
                  </Trans>
                }
                end={total === null ? <Trans>Can’t be booked</Trans> : format.money({ amountMinor: total, currency })}
                endDetail={total === null ? undefined : <Trans>in all</Trans>}
              />
            </li>
          )
        })}
      </RowList>
      <p className={page.muted}>
        <Trans>
          Booked: {booked}. Paid: {paid}.
        </Trans>
      </p>
    </>
  )
}
