// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { PaymentWire } from '../../contract/payments.ts'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { TimeToPay, usePayTimeLeft } from '../../parts/time-to-pay.tsx'
import { usePayment } from '../../queries/use-payments.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'

export interface PayAgainProps {
  readonly payment: PaymentWire
  readonly onAskAgain: () => void
}

/** While there is time: reopens the same payment, never a second one. */
export function PayAgain({ payment, onAskAgain }: PayAgainProps) {
  const openPayPage = useOpenPayPage()
  const saved = usePayment(payment.reference)
  const row = saved.status === 'ready' ? saved.value : null
  const time = { expiresAt: payment.expires_at, aheadMs: row?.aheadMs ?? 0 }
  const leftMs = usePayTimeLeft(time)
  const link = row?.link ?? null
  const canPay = leftMs > 0 && link !== null
  // A payment still being processed may succeed, so paying again must not be the primary button.
  const isInWork = payment.state === 'pending' && payment.reason !== 'abandoned'
  const kind = isInWork ? 'secondary' : 'primary'
  return (
    <>
      {leftMs > 0 && (
        <p>
          <TimeToPay {...time} />
        </p>
      )}
      {canPay &&
        (payment.purpose !== 'top_up' ? (
          <Link to={routes.payment.href(payment.reference)} {...buttonLook({ wide: true, kind })}>
            <Trans>Pay now</Trans>
          </Link>
        ) : (
          <Button wide kind={kind} onClick={() => openPayPage(link)}>
            <Trans>Pay now</Trans>
          </Button>
        ))}
      <Button kind={isInWork ? 'primary' : 'secondary'} wide onClick={onAskAgain}>
        <Trans>Check again</Trans>
      </Button>
    </>
  )
}
