// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActionError } from '../../actions/action-error.ts'
import { askAgain } from '../../actions/ask-again.online.ts'
import { dismissIntent } from '../../actions/dismiss-intent.online.ts'
import { routes } from '../../config/routes.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { PendingIntent } from '../../queries/query.ts'
import { usePendingIntents } from '../../queries/use-pending-intents.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './bookings.module.css'

/** Requests about bookings that were sent and whose answer was lost. They are never resent by themselves. */
export function UnansweredRequests() {
  const intents = usePendingIntents()
  if (intents.status !== 'ready') return null
  const unknown = intents.value.filter((intent) => intent.state === 'unknown' && !intent.kind.startsWith('vehicle-'))
  return unknown.map((intent) => <UnansweredRequest key={intent.id} intent={intent} />)
}

function UnansweredRequest({ intent }: { readonly intent: PendingIntent }) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const now = useNow()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const age = format.age(toInstant(intent.createdAt), now)
  const settle = async (how: typeof askAgain) => {
    setBusy(true)
    const result = await how(intent.id)
    setBusy(false)
    if (!result.ok) setFailure(result.error)
    else if (result.value !== null) void navigate(routes.booking.href(result.value.booking_code))
  }
  return (
    <div className={styles.pad}>
      <Note
        tone="amber"
        icon={<TriangleIcon size={24} />}
        title={intent.parkName ?? intent.bookingCode ?? t`Your request`}
        role="status"
      >
        <p>
          <Trans>Sent {age}; the answer was lost. Asking again never books twice.</Trans>
        </p>
        <ButtonRow>
          <Button
            kind="secondary"
            size="small"
            icon={<ReloadIcon />}
            busy={isBusy}
            busyLabel={<Trans>Asking…</Trans>}
            onClick={() => void settle(askAgain)}
          >
            <Trans>Ask again</Trans>
          </Button>
          <Button kind="plain" size="small" disabled={isBusy} onClick={() => void settle(dismissIntent)}>
            <Trans>Take back</Trans>
          </Button>
        </ButtonRow>
      </Note>
      {failure !== null && <FailureNote failure={failure} doing={t`Asking`} />}
    </div>
  )
}
