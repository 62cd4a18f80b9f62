import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { usePayTimeLeft } from '../../parts/time-to-pay.tsx'
import { useConnection } from '../../queries/use-connection.ts'
import type { PaymentRow } from '../../queries/use-payments.ts'
import { BlockedButton } from '../../ui/blocked-button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The card gateway's code is loaded only for its own payments. */
const StripePayment = lazy(() => import('./stripe-payment.tsx'))

export interface PayAtGatewayProps {
  readonly row: PaymentRow
  /** Path of the page that shows the outcome. */
  readonly resultPath: string
}

/** The link to the gateway's page, or its form on ours; nothing once the time to pay is over. */
export function PayAtGateway({ row, resultPath }: PayAtGatewayProps) {
  const openPayPage = useOpenPayPage()
  const isOffline = useConnection().state === 'offline'
  const { payment, link } = row
  const leftMs = usePayTimeLeft({ expiresAt: payment.expires_at, aheadMs: row.aheadMs })
  if (leftMs === 0) {
    return (
      <Link to={resultPath} {...buttonLook({ wide: true })}>
        <Trans>Check payment</Trans>
      </Link>
    )
  }
  if (isOffline) {
    return <BlockedButton wide why={<Trans>You need a connection to pay.</Trans>} />
  }
  const isForm = payment.gateway === 'stripe' && !payment.sandbox
  if (isForm) {
    return (
      <Suspense fallback={<Skeleton size="card" width="full" />}>
        <StripePayment payment={payment} publicKey={link?.public_key} resultPath={resultPath} />
      </Suspense>
    )
  }
  if (link === null) {
    return (
      <p>
        <Trans>You started this payment on another phone. Continue there, or let it expire and start again.</Trans>
      </p>
    )
  }
  return (
    <Button wide onClick={() => openPayPage(link)}>
      <Trans>Continue to the payment page</Trans>
    </Button>
  )
}
