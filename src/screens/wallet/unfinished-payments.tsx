// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dismissPayment, refreshPayments } from '../../actions/payments.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { TimeToPay, usePayTimeLeft } from '../../parts/time-to-pay.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { type PaymentRow, useOpenPayments } from '../../queries/use-payments.ts'
import { useUnconfirmedMoney } from '../../queries/use-unconfirmed.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { SignalClockIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { type MoneyFailure, MoneyFailureNote, UnconfirmedMoney } from './unconfirmed-money.tsx'

/**
 * Unfinished top-ups and payments: amounts saved offline, unconfirmed requests, and payments that can still be paid.
 */
export function UnfinishedPayments({ currency }: { readonly currency: Currency }) {
  useRefresh(refreshPayments, currency)
  const [payments, unconfirmed] = [useOpenPayments(currency), useUnconfirmedMoney()]
  const [failed, setFailed] = useState<MoneyFailure | null>(null)
  if (payments.status === 'loading' || unconfirmed.status === 'loading') return null
  const [open, requests] = [payments.value, unconfirmed.value]
  if (requests.length + open.length === 0 && failed === null) return null
  return (
    <div className={parts.form} data-now>
      {requests.map((one) => (
        <UnconfirmedMoney key={one.request.id} unconfirmed={one} onFailure={setFailed} />
      ))}
      <MoneyFailureNote failed={failed} />
      {open.map((row) => (
        <OpenPayment key={row.reference} row={row} />
      ))}
    </div>
  )
}

function OpenPayment({ row }: { readonly row: PaymentRow }) {
  const { t } = useLingui()
  const format = useFormat()
  const openPayPage = useOpenPayPage()
  const { payment, link, stay } = row
  const time = { expiresAt: payment.expires_at, aheadMs: row.aheadMs }
  const leftMs = usePayTimeLeft(time)
  const money = format.money({ amountMinor: payment.amount, currency: payment.currency })
  const isHeld = payment.purpose !== 'top_up'
  const park = stay?.parkName
  // A payment being processed cannot be dismissed until there is an answer.
  const isInWork = payment.state === 'pending' && payment.reason !== 'abandoned'
  const dismissal = useSingleFlight(() => undefined)
  const dismiss = () => dismissPayment(row.reference)
  return (
    <Note
      icon={<SignalClockIcon size={24} />}
      title={
        payment.purpose === 'order' ? (
          <Trans>Payment of {money} for your order is not finished</Trans>
        ) : isHeld ? (
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
        {leftMs > 0 && isHeld && (
          <Link to={routes.payment.href(row.reference)} {...buttonLook({ kind: 'soft', size: 'small' })}>
            <Trans>Pay now</Trans>
          </Link>
        )}
        {leftMs > 0 && !isHeld && link !== null && (
          <Button kind="soft" size="small" onClick={() => openPayPage(link)}>
            <Trans>Pay now</Trans>
          </Button>
        )}
        <Link
          to={isHeld ? routes.paymentSuccess.href(row.reference) : moreRoutes.walletCallback.href(row.reference)}
          {...buttonLook({ kind: 'secondary', size: 'small' })}
        >
          <Trans>Check payment</Trans>
        </Link>
        {!isHeld && !isInWork && (
          <Button kind="plain" size="small" busy={dismissal.isBusy} onClick={() => void dismissal.run(dismiss)}>
            <Trans>Dismiss</Trans>
          </Button>
        )}
      </ButtonRow>
      {dismissal.failure !== null && <FailureNote failure={dismissal.failure} doing={t`Dismissing the payment`} />}
    </Note>
  )
}
