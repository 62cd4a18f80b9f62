// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ActionError, failureOf } from '../../actions/failures.ts'
import { removeRequest, tryAgain } from '../../actions/requests.online.ts'
import { retryCommand, sendNow } from '../../actions/requests.ts'
import { connection } from '../../signals/connection.ts'
import { err, type Result } from '../../lib/result.ts'
import { isQueueable } from '../../domain/commands.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { useNow } from '../../parts/use-now.ts'
import type { OutboxView } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { canChange, ChangeDialog } from './change-dialog.tsx'
import { groupOf } from './group-of.ts'
import { type Nearest, nearestOf } from './nearest-alternative.ts'
import { saveProof } from './proof-of-attempt.ts'

/** Reports "offline" when the command stays in the outbox; otherwise the tap would have no visible effect. */
async function sendOrSay(id: string): Promise<Result<unknown, ActionError>> {
  const sent = await sendNow(id)
  const isHeld = sent.ok && sent.value?.standing === 'waiting' && connection.get().state === 'offline'
  return isHeld ? err({ kind: 'offline' }) : sent
}

/** The actions for one command. After a success the row moves to another group, or off the page. */
export function RowButtons({ view }: { readonly view: OutboxView }) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [busy, setBusy] = useState<'ask' | 'discard' | null>(null)
  const [isDiscarding, setDiscarding] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const now = useNow()
  const openPayPage = useOpenPayPage()
  const isReached = useConnection().state !== 'offline'
  const { id, command, lane } = view
  const group = groupOf(view)
  const nearest = nearestOf(view)
  const run = async (which: 'ask' | 'discard', act: () => Promise<Result<unknown, ActionError>>) => {
    if (busy !== null) return
    setBusy(which)
    setDiscarding(which === 'discard')
    const result = await act()
    setBusy(null)
    setFailure(result.ok ? null : result.error)
  }
  // A payment page is of no use unless it opens.
  const ask = async () => {
    const answer = await tryAgain(id)
    if (answer.ok && answer.value?.kind === 'payment') openPayPage(answer.value.info)
    return answer
  }
  const discard = () => void run('discard', () => removeRequest(id))
  return (
    <>
      <ButtonRow>
        {group === 'waiting' && lane === 'now' && (
          <OnlineButton
            doing={t`Trying again`}
            kind="secondary"
            size="small"
            busy={busy === 'ask'}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() => void run('ask', ask)}
          >
            <Trans>Try again</Trans>
          </OnlineButton>
        )}
        {group === 'waiting' && lane === 'queued' && (
          <Button
            kind="secondary"
            size="small"
            busy={busy === 'ask'}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() => void run('ask', () => sendOrSay(id))}
          >
            <Trans>Send now</Trans>
          </Button>
        )}
        {canRetry(view) && command !== null && isQueueable(command) && (
          <Button
            kind="secondary"
            size="small"
            busy={busy === 'ask'}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() =>
              void run('ask', () => retryCommand({ rowId: id, command: nearest?.command ?? command, isRebased: true }))
            }
          >
            <AgainText nearest={nearest} />
          </Button>
        )}
        {canChange(view, now) && (
          <Button kind="secondary" size="small" onClick={() => setChanging(true)}>
            <Trans>Change</Trans>
          </Button>
        )}
        {group !== 'done' && (
          <Button
            kind="secondary"
            size="small"
            busy={busy === 'discard'}
            busyLabel={<Trans>Removing…</Trans>}
            onClick={discard}
          >
            <DropText view={view} />
          </Button>
        )}
        {command !== null && (
          <Button kind="plain" size="small" onClick={() => saveProof(view)}>
            <Trans>Proof of request</Trans>
          </Button>
        )}
      </ButtonRow>
      {isChanging && <ChangeDialog view={view} onClose={() => setChanging(false)} />}
      {failure !== null && !(failure.kind === 'offline' && isReached) && (
        <FailureNote failure={failure} doing={isDiscarding ? t`Removing the request` : t`Sending`} />
      )}
    </>
  )
}

/** A picture that the browser has evicted would be missing again. */
function canRetry(view: OutboxView): boolean {
  const failure = failureOf(view)
  return failure !== null && failure.kind !== 'picture_gone'
}

function DropText({ view }: { readonly view: OutboxView }) {
  if (groupOf(view) !== 'waiting') return <Trans>Dismiss</Trans>
  return <Trans>Remove request</Trans>
}

/** After a refusal, the button offers the nearest alternative. */
function AgainText({ nearest }: { readonly nearest: Nearest | null }) {
  const format = useFormat()
  if (nearest === null) return <Trans>Try again</Trans>
  const amount = format.money(nearest.money)
  return nearest.command.kind === 'booking.cancel' ? (
    <Trans>Cancel and get {amount} back</Trans>
  ) : (
    <Trans>Extend for {amount}</Trans>
  )
}
