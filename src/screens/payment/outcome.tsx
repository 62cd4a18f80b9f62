// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { PaymentWire } from '../../contract/payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { useRunningBooking } from '../../queries/use-running-booking.ts'
import { usePayment } from '../../queries/use-payments.ts'
import { useWallet } from '../../queries/use-wallet.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Total } from '../../ui/total.tsx'
import { Note } from '../../ui/note.tsx'
import { CircleCheckIcon, ClockIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { PayAgain } from './pay-again.tsx'
import styles from './payment.module.css'

export interface OutcomeProps {
  readonly payment: PaymentWire
  /** The provider's message about an unfinished payment. */
  readonly message: string | null
  readonly onAskAgain: () => void
}

/** The outcome of a payment, where the money is, and the possible next steps. */
export function Outcome({ payment, message, onAskAgain }: OutcomeProps) {
  switch (payment.state) {
    case 'created':
    case 'sent':
    case 'pending':
      return <Unfinished payment={payment} message={message} onAskAgain={onAskAgain} />
    case 'succeeded':
    case 'succeeded_late':
      return <Paid payment={payment} />
    case 'failed':
    case 'expired':
      return <NotPaid payment={payment} />
    case 'refunded':
      return <Refunded payment={payment} />
    default:
      return unreachable(payment.state)
  }
}

function Paid({ payment }: { readonly payment: PaymentWire }) {
  const format = useFormat()
  const money = format.money({ amountMinor: payment.amount, currency: payment.currency })
  const isLate = payment.state === 'succeeded_late'
  return (
    <>
      <Note
        icon={<CircleCheckIcon size={24} />}
        title={payment.outcome === 'booked' ? <Trans>Paid and booked</Trans> : <Trans>{money} is in your wallet</Trans>}
        role="status"
      >
        <PaidText payment={payment} isLate={isLate} />
      </Note>
      {payment.outcome === 'credited' && <BalanceNow payment={payment} />}
      {payment.outcome === 'booked' && payment.booking_code !== null ? (
        <Link to={routes.pass.href(payment.booking_code)} {...buttonLook({ wide: true })}>
          <Trans>Show pass</Trans>
        </Link>
      ) : (
        <AfterCredit />
      )}
    </>
  )
}

/** A top-up during or after a stay is probably for that stay, so link back to it. */
function AfterCredit() {
  const running = useRunningBooking()
  const booking = running.status === 'ready' ? running.value : null
  return (
    <>
      {booking !== null && (
        <Link to={routes.booking.href((booking.over ?? booking).booking_code)} {...buttonLook({ wide: true })}>
          <Trans>Back to your booking</Trans>
        </Link>
      )}
      <Link
        to={routes.wallet.href()}
        {...buttonLook({ wide: true, ...(booking === null ? {} : { kind: 'secondary' as const }) })}
      >
        <Trans>Open the wallet</Trans>
      </Link>
    </>
  )
}

function PaidText({ payment, isLate }: { readonly payment: PaymentWire; readonly isLate: boolean }): ReactNode {
  if (payment.reason === 'rebooked')
    return <Trans>Your payment arrived late, but a space was still free, so it’s booked for you.</Trans>
  if (payment.purpose === 'order' && payment.outcome === 'credited') {
    return payment.reason === 'wallet_below_zero' ? (
      <Trans>Your wallet was below zero, so the payment filled it first. The order was not made.</Trans>
    ) : (
      <Trans>Your payment arrived too late for the order. The full amount is in your wallet.</Trans>
    )
  }
  if (payment.purpose === 'booking' && payment.outcome === 'credited') {
    if (payment.reason === 'wallet_below_zero')
      return <Trans>Your wallet was below zero, so the payment filled it first. The booking was not made.</Trans>
    return payment.reason === 'no_space' ? (
      <Trans>Your payment arrived too late and the space was gone. The full amount is in your wallet.</Trans>
    ) : (
      <Trans>Your payment arrived too late for the booking. The full amount is in your wallet.</Trans>
    )
  }
  if (isLate) return <Trans>Your payment arrived late but still counts.</Trans>
  return <Trans>The payment was confirmed.</Trans>
}

/** Shows only a balance saved after the payment: with an older one the money would seem to be missing. */
function BalanceNow({ payment }: { readonly payment: PaymentWire }) {
  const format = useFormat()
  const wallet = useWallet(payment.currency)
  const saved = usePayment(payment.reference)
  if (wallet.status !== 'ready' || wallet.value === null || saved.status !== 'ready') return null
  if ((wallet.savedAt ?? 0) < (saved.savedAt ?? 0)) return null
  const balance = format.money({ amountMinor: wallet.value.balance, currency: payment.currency })
  return <Total amount={balance} label={<Trans>Balance now</Trans>} />
}

function NotPaid({ payment }: { readonly payment: PaymentWire }) {
  const isExpired = payment.state === 'expired'
  return (
    <>
      <Note
        tone={isExpired ? 'warning' : 'bad'}
        icon={isExpired ? <ClockIcon size={24} /> : <OctagonCrossIcon size={24} />}
        title={isExpired ? <Trans>Time to pay has run out</Trans> : <Trans>The payment didn’t go through</Trans>}
        role="alert"
      >
        <p>
          <NotPaidText payment={payment} />
        </p>
        {payment.reason === 'mismatch' && (
          <p>
            <Trans>Reference: {payment.reference}</Trans>
          </p>
        )}
      </Note>
      {payment.purpose === 'top_up' ? (
        <Link to={routes.addFunds.href(payment.amount)} {...buttonLook({ wide: true })}>
          <Trans>Try again</Trans>
        </Link>
      ) : payment.purpose === 'order' ? (
        <Link to={moreRoutes.cart.href()} {...buttonLook({ wide: true })}>
          <Trans>Cart</Trans>
        </Link>
      ) : (
        <Link to={routes.parksList.href()} {...buttonLook({ wide: true })}>
          <Trans>Find Parking</Trans>
        </Link>
      )}
    </>
  )
}

function NotPaidText({ payment }: { readonly payment: PaymentWire }): ReactNode {
  const { purpose, reason, state } = payment
  if (reason === 'mismatch')
    return (
      <Trans>
        The payment service reports a different amount. Nothing has been credited yet: our team is checking.
      </Trans>
    )
  if (reason === 'gateway_unavailable')
    return <Trans>The payment service could not be reached. Nothing was charged.</Trans>
  if (purpose === 'order')
    return (
      <Trans>
        Nothing was charged, and your cart is kept. If the payment still arrives, the money goes to your wallet.
      </Trans>
    )
  if (reason === 'cancelled') return <Trans>The booking was cancelled before payment. Nothing was charged.</Trans>
  if (purpose === 'booking') {
    return (
      <Trans>
        Nothing was charged and the space was released. If the payment still arrives, we book it again if a space is
        free. If not, the money goes to your wallet.
      </Trans>
    )
  }
  if (state === 'expired')
    return <Trans>Nothing was charged. If the payment still arrives, it goes to your wallet.</Trans>
  return <Trans>The payment was declined or stopped. Nothing was charged.</Trans>
}

function Refunded({ payment }: { readonly payment: PaymentWire }) {
  const format = useFormat()
  const money = format.money({ amountMinor: payment.refunded, currency: payment.currency })
  return (
    <Note icon={<CircleCheckIcon size={24} />} title={<Trans>{money} was refunded</Trans>} role="status">
      <Trans>
        It goes back to the card or account you paid with. Your bank or mobile money service may take a few days.
      </Trans>
    </Note>
  )
}

function Unfinished({ payment, message, onAskAgain }: OutcomeProps) {
  const isAbandoned = payment.reason === 'abandoned'
  return (
    <>
      <Note
        tone="amber"
        icon={isAbandoned ? <TriangleIcon size={24} /> : <ClockIcon size={24} />}
        title={isAbandoned ? <Trans>You left the payment page</Trans> : <Trans>Not finished yet</Trans>}
        role="status"
      >
        {message ?? <Trans>The payment isn’t finished yet.</Trans>}
      </Note>
      <div className={styles.stack}>
        <PayAgain payment={payment} onAskAgain={onAskAgain} />
      </div>
    </>
  )
}
