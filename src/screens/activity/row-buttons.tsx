import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { discardCommand } from '../../actions/discard-command.online.ts'
import { retryCommand } from '../../actions/retry-command.ts'
import { sendNow } from '../../actions/send-now.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import type { OutboxView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { groupOf } from './group-of.ts'
import { saveProof } from './proof-of-attempt.ts'

/** What can be done about one command. A success moves the row to another group, or off the page, by itself. */
export function RowButtons({ view }: { readonly view: OutboxView }) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [busy, setBusy] = useState<'ask' | 'discard' | null>(null)
  const [isDiscarding, setDiscarding] = useState(false)
  const { id, command } = view
  const group = groupOf(view)
  const run = async (which: 'ask' | 'discard', act: () => Promise<Result<unknown, ActionError>>) => {
    if (busy !== null) return
    setBusy(which)
    setDiscarding(which === 'discard')
    const result = await act()
    setBusy(null)
    setFailure(result.ok ? null : result.error)
  }
  const discard = () => void run('discard', () => discardCommand(id))
  return (
    <>
      <ButtonRow>
        {group === 'waiting' && (
          <Button
            kind="secondary"
            size="small"
            busy={busy === 'ask'}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() => void run('ask', () => sendNow(id))}
          >
            <Trans>Send now</Trans>
          </Button>
        )}
        {group === 'refused' && command !== null && (
          <Button
            kind="secondary"
            size="small"
            busy={busy === 'ask'}
            busyLabel={<Trans>Asking…</Trans>}
            onClick={() => void run('ask', () => retryCommand({ rowId: id, command, isUnchanged: true }))}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        {group !== 'done' && (
          <Button
            kind="secondary"
            size="small"
            busy={busy === 'discard'}
            busyLabel={<Trans>Asking…</Trans>}
            onClick={discard}
          >
            {group === 'waiting' ? <Trans>Take back</Trans> : <Trans>Dismiss</Trans>}
          </Button>
        )}
        {command !== null && (
          <Button kind="plain" size="small" onClick={() => saveProof(view)}>
            <Trans>Proof of attempt</Trans>
          </Button>
        )}
      </ButtonRow>
      {failure !== null && <FailureNote failure={failure} doing={isDiscarding ? t`Taking it back` : t`Sending`} />}
    </>
  )
}
