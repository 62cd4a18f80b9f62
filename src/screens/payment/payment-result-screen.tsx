// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { PARAM, routes } from '../../config/routes.ts'
import type { PaymentWire } from '../../contract/payments.ts'
import { isPaymentOpen } from '../../domain/payment.ts'
import { noteArrival } from '../../lib/arrivals.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Outcome } from './outcome.tsx'
import styles from './payment.module.css'
import { useVerification, type Verification } from './use-verification.ts'

/** Query parameters with the reference: ours, and those that some gateways append. */
const REFERENCES = [PARAM.paymentReference, 'reference', 'trxref'] as const

/** /wallet/callback and /payment/success: the redirect from the gateway proves nothing, so the provider is asked. */
export default function PaymentResultScreen() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const reference = REFERENCES.map((name) => query.get(name)).find((value) => value !== null && value !== '')
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.wallet.href()} {...iconButtonLook()} aria-label={t`Back to the wallet`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Payment</Trans>}
      />
      {reference === undefined || reference === null ? (
        <NoReference />
      ) : (
        <Result key={reference} reference={reference} />
      )}
    </div>
  )
}

function NoReference() {
  return (
    <EmptyState
      icon={<ReceiptIcon size={28} />}
      title={<Trans>No payment to show</Trans>}
      text={<Trans>Unfinished payments are listed in your wallet.</Trans>}
      action={
        <Link to={routes.wallet.href()} {...buttonLook()}>
          <Trans>Open the wallet</Trans>
        </Link>
      }
    />
  )
}

/** Returns the path of the order that was paid; returns null when there is none. */
const orderPathOf = (payment: PaymentWire | null): string | null =>
  payment?.outcome === 'booked' && payment.order_code !== undefined ? moreRoutes.order.href(payment.order_code) : null

function Result({ reference }: { readonly reference: string }) {
  const verification = useVerification(reference)
  const { payment, failure, isAsking } = verification
  const isOver = payment !== null && !isPaymentOpen(payment.state)
  // An open payment may have been paid since the last answer, so show its state only after a new answer.
  const isTold = isOver || (!isAsking && (failure === null || failure.kind === 'refused'))
  const code = payment?.outcome === 'booked' ? payment.booking_code : null
  // Go straight to the pass, unless a late payment was rebooked, which has to be explained here.
  if (isOver && code !== null && payment.reason !== 'rebooked') return <ToBooked code={code} />
  const orderPath = orderPathOf(payment)
  if (orderPath !== null) return <Navigate to={orderPath} replace />
  return (
    <div className={styles.pad}>
      {payment?.sandbox === true && <SandboxNote />}
      {payment !== null && isTold && (
        <Outcome payment={payment} onAskAgain={verification.askAgain} message={verification.message} />
      )}
      {!isOver && <Progress verification={verification} />}
      {!isOver && <CheckFailure verification={verification} />}
    </div>
  )
}

function CheckFailure({ verification: { failure, askAgain } }: { readonly verification: Verification }) {
  const { t } = useLingui()
  if (failure === null || failure.kind === 'offline' || failure.kind === 'timeout') return null
  return (
    <>
      <FailureNote failure={failure} doing={t`Checking the payment`} />
      {failure.kind !== 'refused' && (
        <Button kind="secondary" wide onClick={askAgain}>
          <Trans>Check again</Trans>
        </Button>
      )}
    </>
  )
}

/** The booking is confirmed: show the success page, with its animation. */
function ToBooked({ code }: { readonly code: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    noteArrival(code)
    void navigate(routes.bookingSuccess.href(code), { replace: true })
  }, [code, navigate])
  return null
}

/** Until the outcome is known: the progress of the check, or why it is not possible. */
function Progress({ verification }: { readonly verification: Verification }) {
  const { isAsking, isBusyElsewhere, failure, askAgain } = verification
  if (failure?.kind === 'offline' || failure?.kind === 'timeout') {
    return (
      <>
        <Note icon={<NoSignalIcon size={24} />} title={<Trans>Needs a connection</Trans>} role="status">
          <Trans>
            Your payment isn’t lost. We check it as soon as you’re back online. Don’t pay again before then.
          </Trans>
        </Note>
        <Button kind="secondary" wide onClick={askAgain}>
          <Trans>Check again</Trans>
        </Button>
      </>
    )
  }
  if (isBusyElsewhere) {
    return (
      <Note
        icon={<ReceiptIcon size={24} />}
        title={<Trans>Payment verification already in progress</Trans>}
        role="status"
      >
        <Trans>Another tab is checking. The result will appear here too.</Trans>
      </Note>
    )
  }
  if (!isAsking) return null
  return (
    <div role="status" className={styles.stack}>
      <p>
        <Trans>Checking your payment…</Trans>
      </p>
      <Skeleton size="card" width="full" />
    </div>
  )
}
