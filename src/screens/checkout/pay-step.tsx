import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Park } from '../../contract/parks.ts'
import { BookingFailure } from '../../parts/booking-failure.tsx'
import { GatewayChoice } from '../../parts/gateway-choice.tsx'
import { WalletChoice } from '../../parts/wallet-choice.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import styles from './checkout.module.css'
import type { Checkout } from './use-checkout.ts'

/** Only for members of a company. */
const PayerChoice = lazyPart(() => import('../../parts/payer-choice.tsx'))

interface PayStepProps {
  readonly park: Park
  readonly isGuest: boolean
  readonly checkout: Checkout
  /** True when the times cannot be changed. */
  readonly isFixed: boolean
}

/** The ways to pay, the usual one first, and why the last attempt failed. */
export function PayStep({ park, isGuest, checkout, isFixed }: PayStepProps) {
  const { price, payment, payer, isSignedIn, tried, stay } = checkout
  const choose = (method: 'wallet' | 'gateway') => {
    payer.choose(null)
    payment.choose(method)
  }
  const wallet = (
    <WalletChoice
      currency={park.currency}
      totalMinor={price.ok ? price.value.totalMinor : null}
      isSignedIn={isSignedIn}
      isGuest={isGuest}
      isChosen={payment.chosen === null && payer.chosen === null}
      onChoose={() => choose('wallet')}
      hint={<Trans>Top up, pay another way, or choose a shorter stay. What you entered is kept.</Trans>}
    />
  )
  return (
    <div className={styles.stack}>
      {!isGuest && wallet}
      {payer.companies.length > 0 && (
        <Suspense fallback={null}>
          <PayerChoice companies={payer.companies} chosen={payer.chosen} onChoose={payer.choose} />
        </Suspense>
      )}
      {(isGuest || isSignedIn) && payment.offered !== null && (
        <GatewayChoice
          gateway={payment.offered}
          kept="space"
          isChosen={payment.chosen !== null}
          onChoose={() => choose('gateway')}
        />
      )}
      {isGuest && wallet}
      {tried.failure !== null && (
        <BookingFailure failure={tried.failure} stay={stay} park={park} isFixed={isFixed} onAskAgain={tried.askAgain} />
      )}
    </div>
  )
}
