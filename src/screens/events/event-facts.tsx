// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { EventDetail } from '../../contract/events.ts'
import parts from '../../parts/parts.module.css'
import { useEventWhen } from '../../parts/event-when.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { DateTile } from './date-tile.tsx'
import { EventBadges } from '../../parts/event-badges.tsx'

/** When the event takes place, its former date, and its status. */
export function EventFacts({ event }: { readonly event: EventDetail }) {
  const when = useEventWhen()
  const { starts_at: from, ends_at: until, timezone: zone, former_start: former } = event
  return (
    <div className={parts.row}>
      <div className={parts.row}>
        <DateTile at={from} zone={zone} />
        <div>
          <p>
            <strong>{when.weekday(from, zone)}</strong>
          </p>
          <p className={parts.small}>{when.times({ from, until, zone })}</p>
          {former !== null && (
            <p className={parts.small}>
              <VisuallyHidden>
                <Trans>Postponed from</Trans>{' '}
              </VisuallyHidden>
              <s>{when.weekday(former, zone)}</s>
            </p>
          )}
        </div>
      </div>
      <p>
        <EventBadges event={event} />
      </p>
    </div>
  )
}
