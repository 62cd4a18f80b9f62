// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { OutboxView } from '../../queries/query.ts'
import { useOutbox } from '../../queries/use-outbox.ts'
import text from '../../ui/text.module.css'

const isWaiting = ({ state, command }: OutboxView): boolean =>
  command?.kind === 'vehicle.delete' && (state === 'queued' || state === 'sending')

/** Vehicles removed from the list whose deletion still waits: the provider still has them. */
export function WaitingDeletions() {
  const outbox = useOutbox()
  const waiting = outbox.status === 'ready' ? outbox.value.filter(isWaiting) : []
  return waiting.map(({ id, vehicle }) => {
    const plate = vehicle?.plate
    return plate === undefined ? null : (
      <p key={id} className={text.muted}>
        <Trans>{plate} will be deleted once Baywise confirms.</Trans>{' '}
        <Link to={routes.activity.href()}>
          <Trans>Activity</Trans>
        </Link>
      </p>
    )
  })
}
