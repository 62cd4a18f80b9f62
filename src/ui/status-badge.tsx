import { Trans } from '@lingui/react/macro'
import { unreachable } from '../lib/assert.ts'
import { Badge } from './badge.tsx'
import { CircleCheckIcon, NoSignalIcon, OctagonCrossIcon, SignalClockIcon } from './icons-state.tsx'

/** The four states that an action can report. */
export type ActionStatus = 'saved' | 'waiting' | 'needs-connection' | 'refused'

/** Shows the same icon, colour and word for the same state everywhere. */
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
