// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { askAgain } from '../../actions/ask-again.online.ts'
import { dismissIntent } from '../../actions/dismiss-intent.online.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { PendingIntent } from '../../queries/query.ts'
import { usePendingIntents } from '../../queries/use-pending-intents.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

/** Changes of vehicles that were sent and whose answer was lost. They are never resent by themselves. */
export function UnansweredVehicles() {
  const intents = usePendingIntents()
  if (intents.status !== 'ready') return null
  const unknown = intents.value.filter(({ kind, state }) => state === 'unknown' && kind.startsWith('vehicle-'))
  return unknown.map((intent) => <UnansweredVehicle key={intent.id} intent={intent} />)
}

function UnansweredVehicle({ intent }: { readonly intent: PendingIntent }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const age = format.age(toInstant(intent.createdAt), now)
  // A success takes the request off the list, and this note with it.
  const settle = async (how: (id: string) => Promise<Result<unknown, ActionError>>) => {
    setBusy(true)
    const result = await how(intent.id)
    setBusy(false)
    setFailure(result.ok ? null : result.error)
  }
  return (
    <>
      <Note
        tone="amber"
        icon={<TriangleIcon size={24} />}
        title={<Trans>A change to your vehicles was not answered</Trans>}
        role="status"
      >
        <p>
          <Trans>Sent {age}; the answer was lost. Asking again never does it twice.</Trans>
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
          <Button kind="plain" size="small" busy={isBusy} onClick={() => void settle(dismissIntent)}>
            <Trans>Give it up</Trans>
          </Button>
        </ButtonRow>
      </Note>
      {failure !== null && <FailureNote failure={failure} doing={t`Asking`} />}
    </>
  )
}
