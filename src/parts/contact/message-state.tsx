// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { ContactTopic } from '../../domain/contact.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { STANDING, useOutbox } from '../../queries/use-outbox.ts'
import { CircleCheckIcon, OctagonCrossIcon, SignalClockIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import type { SentMessage } from './contact-form.tsx'

/**
 * The state of the message: on the phone, sent, or refused. Without a message just sent, shows an earlier one that has
 * not reached us.
 */
export function MessageState({ topic, sent }: { readonly topic: ContactTopic; readonly sent: SentMessage | null }) {
  const outbox = useOutbox()
  const isOffline = useConnection().state === 'offline'
  const views = outbox.status === 'ready' ? outbox.value : []
  const about = views.filter(({ command, state }) => command?.kind === 'contact.send' && state !== 'discarded')
  const own = about.filter(({ command }) => command?.kind === 'contact.send' && command.topic === topic)
  const shown =
    typeof sent?.row === 'string'
      ? own.find(({ id }) => id === sent.row)
      : own.find(({ state }) => STANDING[state] !== 'over')
  const standing = shown === undefined ? null : STANDING[shown.state]
  if (standing === 'waiting') {
    return (
      <Note
        tone="amber"
        icon={<SignalClockIcon size={24} />}
        title={isOffline ? <Trans>Will be sent when the signal is back</Trans> : <Trans>Waiting to be sent</Trans>}
        role="status"
      >
        <p>
          <Trans>
            Your message is kept on this phone. See <Link to={routes.activity.href()}>Activity</Link>.
          </Trans>
        </p>
      </Note>
    )
  }
  if (standing === 'refused') {
    return (
      <Note tone="bad" icon={<OctagonCrossIcon size={24} />} title={<Trans>Not sent</Trans>} role="alert">
        <p>
          <Trans>
            Your message is kept on this phone. See <Link to={routes.activity.href()}>Activity</Link>.
          </Trans>
        </p>
      </Note>
    )
  }
  if (sent === null) return null
  return (
    <Note icon={<CircleCheckIcon size={24} />} title={<Trans>Sent</Trans>} role="status">
      <Trans>We have your message and answer to {sent.email}.</Trans>
    </Note>
  )
}
