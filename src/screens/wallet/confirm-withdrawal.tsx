// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { removeRequest } from '../../actions/requests.online.ts'
import { beginConfirmation, confirmWithCode } from '../../actions/second-factor.online.ts'
import type { PasskeyError } from '../../actions/passkeys.online.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Result } from '../../lib/result.ts'
import parts from '../../parts/parts.module.css'
import { SecondFactor } from '../../parts/second-factor.tsx'
import type { MoneyRequest } from '../../queries/use-unconfirmed.ts'
import { Button } from '../../ui/button.tsx'
import { KeyIcon } from '../../ui/icons-action.tsx'
import { Note } from '../../ui/note.tsx'
import type { MoneyFailure } from './unconfirmed-money.tsx'

interface ConfirmWithdrawalProps {
  readonly requestId: string
  readonly command: Extract<MoneyRequest['command'], { readonly kind: 'wallet.withdraw' }>
  /** Address that codes are sent to; null when a passkey is required. */
  readonly email: string | null
  /** Receives the failure of the confirmed request, which may have left the list by then. */
  readonly onFailure: (failed: MoneyFailure | null) => void
  readonly onAnswered: () => void
}

/** Errors shown next to the code, which can be entered again, or by the request, which stays in the list. */
const STAYS: ReadonlySet<string> = new Set([
  ...[
    'code_invalid',
    'code_expired',
    'passkey_invalid',
    'rate_limited',
    'second_factor_required',
    'second_factor_paused',
  ],
])

/**
 * A withdrawal that the provider has not started: it needs the driver's passkey or an emailed code, and waits on this
 * phone until then.
 */
export function ConfirmWithdrawal({ requestId, command, email, onFailure, onAnswered }: ConfirmWithdrawalProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const { kind, amountMinor, currency } = command
  const asked = { requestId, amountMinor, currency }
  const telling = async <R extends Result<unknown, PasskeyError>>(answer: Promise<R>): Promise<R> => {
    onFailure(null)
    const told = await answer
    if (!told.ok && told.error.kind === 'refused' && !STAYS.has(told.error.code))
      onFailure({ failure: told.error, kind })
    return told
  }
  const discard = async () => {
    setBusy(true)
    onFailure(null)
    const removed = await removeRequest(requestId)
    setBusy(false)
    if (removed.ok) onAnswered()
    else onFailure({ failure: removed.error, kind })
  }
  return (
    <section className={parts.form}>
      <Note
        tone="amber"
        icon={<KeyIcon size={24} />}
        title={<Trans>Confirm the withdrawal of {format.money(command)}</Trans>}
        role="status"
      >
        <p>
          <Trans>Nothing leaves your wallet before you confirm. Your request is kept on this phone.</Trans>
        </p>
      </Note>
      <SecondFactor
        doing={t`Withdrawing`}
        start={<Trans>Confirm with a passkey</Trans>}
        submit={<Trans>Confirm the withdrawal</Trans>}
        sentTo={email}
        begin={() => telling(beginConfirmation(asked))}
        withCode={(code) => telling(confirmWithCode({ ...asked, code }))}
        onDone={onAnswered}
      />
      <Button kind="secondary" disabled={isBusy} onClick={() => void discard()}>
        <Trans>Discard</Trans>
      </Button>
    </section>
  )
}
