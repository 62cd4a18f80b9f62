// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { dismissPayment } from '../../actions/dismiss-payment.online.ts'
import { resumePayment } from '../../actions/start-payment.online.ts'
import { resumeWithdrawal } from '../../actions/withdraw.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { useConnection } from '../../queries/use-connection.ts'
import type { PaymentWishRow } from '../../queries/use-payments.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { SignalClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

/** "Top-up of ₦5,000.00", "Payment for Ikoyi car park", "Withdrawal of ₦5,000.00", "Taking back the withdrawal of ₦5,000.00". */
function WishName({ row: { wish } }: { readonly row: PaymentWishRow }): ReactNode {
  const format = useFormat()
  if (wish.kind === 'booking') return <Trans>Payment for {wish.stay.parkName}</Trans>
  if (wish.kind === 'withdrawal') return <Trans>Withdrawal of {format.money(wish)}</Trans>
  if (wish.kind === 'take_back') return <Trans>Taking back the withdrawal of {format.money(wish)}</Trans>
  return <Trans>Top-up of {format.money(wish)}</Trans>
}

export interface WishFailure {
  readonly failure: ActionError
  readonly kind: PaymentWishRow['wish']['kind']
}

/** Stands beside the list, not in it: what was refused is not listed any more. */
export function WishFailureNote({ failed }: { readonly failed: WishFailure | null }) {
  const { t } = useLingui()
  if (failed === null || failed.failure.kind === 'outcome_unknown') return null
  const doing = { top_up: t`Topping up`, booking: t`Booking`, withdrawal: t`A withdrawal`, take_back: t`A withdrawal` }
  return <FailureNote failure={failed.failure} doing={doing[failed.kind]} />
}

export interface UnansweredWishProps {
  readonly row: PaymentWishRow
  /** Null: it is being asked for anew. */
  readonly onFailure: (failed: WishFailure | null) => void
  /** A withdrawal was answered after all. */
  readonly onAnswered?: () => void
}

/** An amount kept with no connection, or a request whose answer was lost; never sent again by itself. */
export function UnansweredWish({ row, onFailure, onAnswered }: UnansweredWishProps) {
  const isOffline = useConnection().state === 'offline'
  const openPayPage = useOpenPayPage()
  const [isBusy, setBusy] = useState(false)
  const isWithdrawal = row.wish.kind === 'withdrawal' || row.wish.kind === 'take_back'
  const resume = async () => {
    setBusy(true)
    onFailure(null)
    const result = isWithdrawal ? await resumeWithdrawal(row.id) : await resumePayment(row.id)
    if (result.ok && result.value !== null && 'info' in result.value && openPayPage(result.value.info)) return
    setBusy(false)
    if (result.ok) onAnswered?.()
    else onFailure({ failure: result.error, kind: row.wish.kind })
  }
  const isKept = row.state === 'kept'
  return (
    <Note
      tone="amber"
      icon={isKept ? <SignalClockIcon size={24} /> : <TriangleIcon size={24} />}
      title={<WishName row={row} />}
      role="status"
    >
      <p>
        {isWithdrawal ? (
          <Trans>The answer was lost, so it may have arrived or not. Asking again makes no second request.</Trans>
        ) : (
          <WishText isKept={isKept} isOffline={isOffline} />
        )}
      </p>
      <ButtonRow>
        {!isOffline && (
          <Button
            size="small"
            busy={isBusy}
            busyLabel={isWithdrawal ? <Trans>Asking…</Trans> : <Trans>Opening the payment page…</Trans>}
            onClick={() => void resume()}
          >
            {isKept ? <Trans>Continue to payment</Trans> : <Trans>Ask again</Trans>}
          </Button>
        )}
        <Button size="small" kind="secondary" onClick={() => void dismissPayment(row.id)}>
          <Trans>Discard</Trans>
        </Button>
      </ButtonRow>
    </Note>
  )
}

function WishText({ isKept, isOffline }: { readonly isKept: boolean; readonly isOffline: boolean }) {
  if (!isKept)
    return (
      <Trans>
        The answer was lost. Nothing was charged: you pay on the next page only. Asking again starts no second payment.
      </Trans>
    )
  if (isOffline) return <Trans>Kept on this phone until there is a connection. Nothing is sent by itself.</Trans>
  return <Trans>The connection is back. Continue when you like.</Trans>
}
