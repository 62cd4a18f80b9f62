// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { removeRequest, tryAgain } from '../../actions/requests.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { useConnection } from '../../queries/use-connection.ts'
import type { MoneyRequest, Unconfirmed } from '../../queries/use-unconfirmed.ts'
import { unreachable } from '../../lib/assert.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { SignalClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

/**
 * "Top-up of ₦5,000.00", "Payment for Ikoyi car park", "Withdrawal of ₦5,000.00", "Taking back the withdrawal of
 * ₦5,000.00".
 */
function RequestName({ command }: { readonly command: MoneyRequest['command'] }): ReactNode {
  const format = useFormat()
  switch (command.kind) {
    case 'booking.checkout':
      return <Trans>Payment for {command.stay.parkName}</Trans>
    case 'wallet.withdraw':
      return <Trans>Withdrawal of {format.money(command)}</Trans>
    case 'wallet.take_back':
      return <Trans>Cancelling the withdrawal of {format.money(command)}</Trans>
    case 'wallet.top_up':
      return <Trans>Top-up of {format.money(command)}</Trans>
    default:
      return unreachable(command)
  }
}

export interface MoneyFailure {
  readonly failure: ActionError
  readonly kind: MoneyRequest['kind']
}

/** Shown beside the list, since a refused request is removed from it. */
export function MoneyFailureNote({ failed }: { readonly failed: MoneyFailure | null }) {
  const { t } = useLingui()
  if (failed === null || failed.failure.kind === 'outcome_unknown') return null
  const doing: Readonly<Record<MoneyRequest['kind'], string>> = {
    'wallet.top_up': t`Topping up`,
    'booking.checkout': t`Booking`,
    'wallet.withdraw': t`Withdrawing`,
    'wallet.take_back': t`Withdrawing`,
  }
  return <FailureNote failure={failed.failure} doing={doing[failed.kind]} />
}

export interface UnconfirmedMoneyProps {
  readonly unconfirmed: Unconfirmed<MoneyRequest>
  /** Called with null when a new attempt starts. */
  readonly onFailure: (failed: MoneyFailure | null) => void
  /** Called when a withdrawal has been answered after all. */
  readonly onAnswered?: () => void
}

/** An amount saved offline, or an unconfirmed request; never resent automatically. */
export function UnconfirmedMoney({ unconfirmed, onFailure, onAnswered }: UnconfirmedMoneyProps) {
  const { t } = useLingui()
  const { request, isDraft } = unconfirmed
  const { id, kind, command } = request
  const isOffline = useConnection().state === 'offline'
  const openPayPage = useOpenPayPage()
  const [isBusy, setBusy] = useState(false)
  const isWithdrawal = kind === 'wallet.withdraw' || kind === 'wallet.take_back'
  const isToConfirm = request.lastError?.code === 'second_factor_required'
  const resume = async () => {
    setBusy(true)
    onFailure(null)
    const result = await tryAgain(id)
    if (result.ok && result.value?.kind === 'payment' && openPayPage(result.value.info)) return
    setBusy(false)
    if (result.ok) onAnswered?.()
    else onFailure({ failure: result.error, kind })
  }
  const remove = async () => {
    setBusy(true)
    onFailure(null)
    const result = await removeRequest(id)
    setBusy(false)
    if (!result.ok) onFailure({ failure: result.error, kind })
  }
  return (
    <Note
      tone="amber"
      icon={isDraft ? <SignalClockIcon size={24} /> : <TriangleIcon size={24} />}
      title={<RequestName command={command} />}
      role="status"
    >
      <p>
        {isToConfirm ? (
          <Trans>Nothing leaves your wallet before you confirm. Your request is kept on this phone.</Trans>
        ) : isWithdrawal ? (
          <Trans>Not confirmed: your request may or may not have arrived. Trying again won’t make a second one.</Trans>
        ) : (
          <PaymentText isDraft={isDraft} isOffline={isOffline} />
        )}
      </p>
      <ButtonRow>
        {isToConfirm ? (
          <Link to={moreRoutes.withdraw.href()} {...buttonLook({ kind: 'soft', size: 'small' })}>
            <Trans>Confirm the withdrawal</Trans>
          </Link>
        ) : (
          <OnlineButton
            doing={t`Trying again`}
            size="small"
            busy={isBusy}
            busyLabel={isWithdrawal ? <Trans>Sending…</Trans> : <Trans>Opening the payment page…</Trans>}
            onClick={() => void resume()}
          >
            {isDraft ? <Trans>Continue to payment</Trans> : <Trans>Try again</Trans>}
          </OnlineButton>
        )}
        <Button size="small" kind="secondary" disabled={isBusy} onClick={() => void remove()}>
          <Trans>Discard</Trans>
        </Button>
      </ButtonRow>
    </Note>
  )
}

function PaymentText({ isDraft, isOffline }: { readonly isDraft: boolean; readonly isOffline: boolean }) {
  if (!isDraft)
    return (
      <Trans>
        Not confirmed. Nothing was charged: you pay on the next page. Trying again won’t start a second payment.
      </Trans>
    )
  if (isOffline) return <Trans>Kept on this phone until you’re connected. Nothing is sent without you.</Trans>
  return <Trans>You’re back online. Continue when you’re ready.</Trans>
}
