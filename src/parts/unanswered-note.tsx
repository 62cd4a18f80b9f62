// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { ActionError } from '../actions/failures.ts'
import { type Ack, removeRequest, tryAgain } from '../actions/requests.online.ts'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import type { Result } from '../lib/result.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { Button } from '../ui/button.tsx'
import { ReloadIcon } from '../ui/icons-action.tsx'
import { TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import { useNow } from './use-now.ts'

export interface UnansweredNoteProps {
  readonly request: { readonly id: string; readonly createdAt: number }
  readonly title: ReactNode
  /** Called when the answer arrives after all. */
  readonly onAnswer?: (answer: Ack) => void
}

/**
 * A request that was sent but whose answer was lost; it is never sent again automatically. Success removes it from the
 * list, and with it this note.
 */
export function UnansweredNote({ request, title, onAnswer }: UnansweredNoteProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const age = format.age(toInstant(request.createdAt), now)
  const settle = async <T,>(how: (id: string) => Promise<Result<T, ActionError>>): Promise<T | null> => {
    setBusy(true)
    const result = await how(request.id)
    setBusy(false)
    setFailure(result.ok ? null : result.error)
    return result.ok ? result.value : null
  }
  const again = async () => {
    const ack = await settle(tryAgain)
    if (ack !== null) onAnswer?.(ack)
  }
  return (
    <>
      <Note tone="amber" icon={<TriangleIcon size={24} />} title={title} role="status">
        <p>
          <Trans>Sent {age}, not confirmed. Trying again never does it twice.</Trans>
        </p>
        <ButtonRow>
          <OnlineButton
            doing={t`Trying again`}
            kind="secondary"
            size="small"
            icon={<ReloadIcon />}
            busy={isBusy}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() => void again()}
          >
            <Trans>Try again</Trans>
          </OnlineButton>
          <Button kind="plain" size="small" disabled={isBusy} onClick={() => void settle(removeRequest)}>
            <Trans>Remove request</Trans>
          </Button>
        </ButtonRow>
      </Note>
      {failure !== null && <FailureNote failure={failure} doing={t`Trying again`} />}
    </>
  )
}
