// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ParkingEvent } from '../contract/events.ts'
import { Badge } from '../ui/badge.tsx'
import { ClockIcon, InfoIcon, OctagonCrossIcon } from '../ui/icons-state.tsx'

/** The state of an event, and a badge when it is invented. */
export function EventBadges({ event: { status, demo } }: { readonly event: Pick<ParkingEvent, 'status' | 'demo'> }) {
  if (status === 'scheduled' && !demo) return null
  return (
    <>
      {status === 'postponed' && (
        <Badge tone="waiting" icon={<ClockIcon size={18} />}>
          <Trans>Postponed</Trans>
        </Badge>
      )}{' '}
      {status === 'cancelled' && (
        <Badge tone="bad" icon={<OctagonCrossIcon size={18} />}>
          <Trans context="an event">Cancelled</Trans>
        </Badge>
      )}{' '}
      {demo && (
        <Badge tone="neutral" icon={<InfoIcon size={18} />}>
          <Trans>Demo event</Trans>
        </Badge>
      )}
    </>
  )
}
