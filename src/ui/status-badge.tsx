import { Trans } from '@lingui/react/macro'
import { unreachable } from '../lib/assert.ts'
import { Badge } from './badge.tsx'
import { CircleCheckIcon, NoSignalIcon, OctagonCrossIcon, SignalClockIcon } from './icons-state.tsx'

/** The four things that an action can say about itself. */
export type ActionStatus = 'saved' | 'waiting' | 'needs-connection' | 'refused'

/** The same icon, colour and word for the same truth, everywhere. */
export function StatusBadge({ status }: { readonly status: ActionStatus }) {
  switch (status) {
    case 'saved':
      return (
        <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
          <Trans>Saved</Trans>
        </Badge>
      )
    case 'waiting':
      return (
        <Badge tone="waiting" icon={<SignalClockIcon size={18} />}>
          <Trans>Waiting for signal</Trans>
        </Badge>
      )
    case 'needs-connection':
      return (
        <Badge tone="neutral" icon={<NoSignalIcon size={18} />}>
          <Trans>Needs a connection</Trans>
        </Badge>
      )
    case 'refused':
      return (
        <Badge tone="bad" icon={<OctagonCrossIcon size={18} />}>
          <Trans>Refused</Trans>
        </Badge>
      )
    default:
      return unreachable(status)
  }
}
