import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActionError } from '../actions/failures.ts'
import { tryAgain } from '../actions/requests.online.ts'
import { sendNow } from '../actions/requests.ts'
import { routes } from '../config/routes.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import type { OutboxView } from '../queries/query.ts'
import { STANDING, useOutbox } from '../queries/use-outbox.ts'
import { useSession } from '../queries/use-session.ts'
import { closePanel } from '../stores/open-panel.ts'
import { buttonLook } from '../ui/button-look.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import styles from './app.module.css'
import { logout } from './logout.ts'

type Unsent = 'keep' | 'discard'

const isUnsent = ({ state }: OutboxView): boolean => STANDING[state] === 'waiting'

/**
 * Signs out; asks first only when requests are unsent. Requests that are kept wait for this driver's next sign-in on
 * this phone.
 */
export default function SignOutPanel() {
  const outbox = useOutbox()
  const isLeaving = useRef(false)
  const [isShownLeaving, setShownLeaving] = useState(false)
  const session = useSession()
  const isGuest = session.status === 'ready' && session.value?.user.guest === true
  const isKnown = outbox.status === 'ready' && session.status === 'ready'
  const unsent = outbox.status === 'ready' ? outbox.value.filter(isUnsent) : []
  // Stays true once the question was asked: an answer that arrives meanwhile must not sign the driver out by itself.
  const [hadUnsent, setHadUnsent] = useState(false)
  if (unsent.length > 0 && !hadUnsent) setHadUnsent(true)
  const mayLeave = isKnown && unsent.length === 0 && !hadUnsent && !isGuest

  const leave = (how: Unsent) => {
    if (isLeaving.current) return
    isLeaving.current = true
    setShownLeaving(true)
    void logout(how).finally(closePanel)
  }
  useEffect(() => {
    if (!mayLeave || isLeaving.current) return
    isLeaving.current = true
    void logout('keep').finally(closePanel)
  }, [mayLeave])

  if (isGuest) return <GuestQuestion isLeaving={isShownLeaving} onLeave={() => leave('discard')} />
  if (!hadUnsent) return null
  return <UnsentQuestion unsent={unsent} isLeaving={isShownLeaving} onLeave={leave} />
}

interface GuestQuestionProps {
  readonly isLeaving: boolean
  readonly onLeave: () => void
}

/** A guest cannot sign in again: anything not kept in an account is lost on this phone. */
function GuestQuestion({ isLeaving, onLeave }: GuestQuestionProps) {
  return (
    <Modal open onClose={closePanel} title={<Trans>You booked without an account</Trans>}>
      <div className={styles.settings}>
        <p>
          <Trans>If you sign out, your bookings and passes leave this phone and you can’t get them back.</Trans>
        </p>
        <Link to={routes.register.href()} {...buttonLook({ wide: true })} onClick={closePanel}>
          <Trans>Keep your bookings</Trans>
        </Link>
        <Button wide kind="danger" busy={isLeaving} onClick={onLeave}>
          <Trans>Sign out and lose them</Trans>
        </Button>
      </div>
    </Modal>
  )
}

/** True for an unconfirmed request: it is sent again only when the driver taps. */
const isOfNow = ({ lane }: OutboxView): boolean => lane === 'now'

interface UnsentQuestionProps {
  readonly unsent: readonly OutboxView[]
  readonly isLeaving: boolean
  readonly onLeave: (how: Unsent) => void
}

function UnsentQuestion({ unsent, isLeaving, onLeave }: UnsentQuestionProps) {
  const { t } = useLingui()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<ActionError | null>(null)
  const send = async () => {
    setSending(true)
    const [asked, queued] = [unsent.filter(isOfNow), unsent.filter((view) => !isOfNow(view))]
    const [again, results] = await Promise.all([
      Promise.all(asked.map(({ id }) => tryAgain(id))),
      Promise.all(queued.map(({ id }) => sendNow(id))),
    ])
    setSending(false)
    const refused = [...again, ...results].find((result) => !result.ok)
    const isWaiting = results.some((result) => result.ok && result.value?.standing === 'waiting')
    if (refused !== undefined && !refused.ok) setFailure(refused.error)
    else setFailure(isWaiting ? { kind: 'offline' } : null)
  }
  const isBusy = isSending || isLeaving
  const unconfirmed = unsent.filter(isOfNow).length
  const waiting = unsent.length - unconfirmed
  return (
    <Modal open onClose={closePanel} title={<Trans>Some requests haven’t been sent</Trans>}>
      <div className={styles.settings}>
        {waiting > 0 && (
          <p>
            <Plural
              value={waiting}
              one="# request is still waiting for signal."
              other="# requests are still waiting for signal."
            />
          </p>
        )}
        {unconfirmed > 0 && (
          <p>
            <Plural value={unconfirmed} one="# request is not confirmed." other="# requests are not confirmed." />
          </p>
        )}
        {unsent.length === 0 && (
          <p role="status">
            <Trans>Nothing is waiting any more. See the results in Activity.</Trans>
          </p>
        )}
        {unsent.some(({ firstSentAt }) => firstSentAt !== null) && (
          <p>
            <Trans>Some of these were sent but aren’t confirmed. They may still go through.</Trans>
          </p>
        )}
        {failure !== null && <FailureNote failure={failure} doing={t`Sending`} />}
        {unsent.length > 0 && (
          <Button
            wide
            busy={isSending}
            busyLabel={<Trans>Sending…</Trans>}
            disabled={isLeaving}
            onClick={() => void send()}
          >
            <Trans>Send now</Trans>
          </Button>
        )}
        <Button wide kind="secondary" disabled={isBusy} onClick={() => onLeave('keep')}>
          {unsent.length > 0 ? <Trans>Keep for my next sign-in</Trans> : <Trans>Logout</Trans>}
        </Button>
        {unsent.length > 0 && (
          <Button wide kind="danger" disabled={isBusy} onClick={() => onLeave('discard')}>
            <Trans>Discard and sign out</Trans>
          </Button>
        )}
      </div>
    </Modal>
  )
}
