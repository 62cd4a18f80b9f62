// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { loadPayment } from '../../actions/payments.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { PARAM, routes } from '../../config/routes.ts'
import { isPaymentOpen } from '../../domain/payment.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { type PaymentRow, usePayment } from '../../queries/use-payments.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './checkout.module.css'
import { PayAtGateway } from './pay-at-gateway.tsx'
import { PaymentSummary } from './payment-summary.tsx'

/** /payment: an open payment, the time left to pay, and the way to pay. */
export default function PaymentScreen() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const reference = query.get(PARAM.paymentReference) ?? ''
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
      {reference === '' ? <NoPayment /> : <OpenPayment key={reference} reference={reference} />}
    </div>
  )
}

function NoPayment() {
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

const resultOf = ({ payment, reference }: PaymentRow): string =>
  payment.purpose === 'top_up' ? moreRoutes.walletCallback.href(reference) : routes.paymentSuccess.href(reference)

function OpenPayment({ reference }: { readonly reference: string }) {
  const { t } = useLingui()
  const saved = usePayment(reference)
  const { failure } = useRefresh(loadPayment, reference)
  const row = saved.status === 'ready' ? saved.value : null
  // Paid, failed or expired, here or on another phone: the result page shows which.
  if (row !== null && !isPaymentOpen(row.payment.state)) return <Navigate to={resultOf(row)} replace />
  return (
    <div className={styles.pad}>
      {row !== null && (
        <>
          {row.payment.sandbox && <SandboxNote />}
          <PaymentSummary row={row} />
          <PayAtGateway row={row} resultPath={resultOf(row)} />
        </>
      )}
      {row === null && failure === null && <Skeleton size="card" width="full" />}
      {failure !== null && (row === null || failure.kind !== 'offline') && (
        <FailureNote failure={failure} doing={t`Opening this page`} />
      )}
    </div>
  )
}
