import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActionError } from '../../actions/action-error.ts'
import { dismissPayment } from '../../actions/dismiss-payment.online.ts'
import { refreshPayments } from '../../actions/load-payments.online.ts'
import { resumePayment } from '../../actions/start-payment.online.ts'
import { routes } from '../../config/routes.ts'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { TimeToPay, usePayTimeLeft } from '../../parts/time-to-pay.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { type PaymentRow, type PaymentWishRow, useUnfinishedPayments } from '../../queries/use-payments.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { SignalClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

/** What was begun and is not finished: amounts kept with no connection, lost answers, payments that may still be paid. */
export function UnfinishedPayments({ currency }: { readonly currency: Currency }) {
  useRefresh(refreshPayments, currency)
  const unfinished = useUnfinishedPayments(currency)
  if (unfinished.status === 'loading') return null
  const { wishes, open } = unfinished.value
  return (
    <>
      {wishes
        .filter(({ state }) => state !== 'sending')
        .map((row) => (
          <Wished key={row.id} row={row} />
        ))}
      {open.map((row) => (
        <OpenPayment key={row.reference} row={row} />
      ))}
    </>
  )
}

/** "Top-up of ₦5,000.00", "Payment for Ikoyi car park". */
function WishName({ row: { wish } }: { readonly row: PaymentWishRow }): ReactNode {
  const format = useFormat()
  if (wish.kind === 'booking') return <Trans>Payment for {wish.stay.parkName}</Trans>
  return <Trans>Top-up of {format.money(wish)}</Trans>
}

function Wished({ row }: { readonly row: PaymentWishRow }) {
  const { t } = useLingui()
  const isOffline = useConnection().state === 'offline'
  const openPayPage = useOpenPayPage()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    setFailure(null)
    const result = await resumePayment(row.id)
    if (result.ok && result.value !== null && openPayPage(result.value.info)) return
    setBusy(false)
    if (!result.ok) setFailure(result.error)
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
        <WishText isKept={isKept} isOffline={isOffline} />
      </p>
      {failure !== null && failure.kind !== 'outcome_unknown' && (
        <FailureNote failure={failure} doing={t`Topping up`} />
      )}
      <ButtonRow>
        {!isOffline && (
          <Button
            size="small"
            busy={isBusy}
            busyLabel={<Trans>Opening the payment page…</Trans>}
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

function OpenPayment({ row }: { readonly row: PaymentRow }) {
  const format = useFormat()
  const openPayPage = useOpenPayPage()
  const { payment, link, stay } = row
  const time = { expiresAt: payment.expires_at, aheadMs: row.aheadMs }
  const leftMs = usePayTimeLeft(time)
  const money = format.money({ amountMinor: payment.amount, currency: payment.currency })
  const isBooking = payment.purpose === 'booking'
  const park = stay?.parkName
  return (
    <Note
      icon={<SignalClockIcon size={24} />}
      title={
        isBooking ? (
          park === undefined ? (
            <Trans>Payment of {money} for a booking is not finished</Trans>
          ) : (
            <Trans>
              Payment of {money} for {park} is not finished
            </Trans>
          )
        ) : (
          <Trans>Top-up of {money} is not finished</Trans>
        )
      }
    >
      {leftMs > 0 && (
        <p>
          <TimeToPay {...time} />
        </p>
      )}
      <ButtonRow>
        {leftMs > 0 && isBooking && (
          <Link to={routes.payment.href(row.reference)} {...buttonLook({ kind: 'soft', size: 'small' })}>
            <Trans>Pay now</Trans>
          </Link>
        )}
        {leftMs > 0 && !isBooking && link !== null && (
          <Button kind="soft" size="small" onClick={() => openPayPage(link)}>
            <Trans>Pay now</Trans>
          </Button>
        )}
        <Link
          to={isBooking ? routes.paymentSuccess.href(row.reference) : routes.walletCallback.href(row.reference)}
          {...buttonLook({ kind: 'secondary', size: 'small' })}
        >
          <Trans>What became of it?</Trans>
        </Link>
      </ButtonRow>
    </Note>
  )
}
