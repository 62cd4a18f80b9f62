import type { Park } from '../../contract/parks.ts'
import { BookingFailure } from '../../parts/booking-failure.tsx'
import styles from './checkout.module.css'
import { GatewayChoice } from './gateway-choice.tsx'
import type { Checkout } from './use-checkout.ts'
import { WalletChoice } from './wallet-choice.tsx'

interface PayStepProps {
  readonly park: Park
  readonly isGuest: boolean
  readonly checkout: Checkout
  /** No other times can be chosen. */
  readonly isFixed: boolean
}

/** The ways to pay, the usual one first, and why the last try came to nothing. */
export function PayStep({ park, isGuest, checkout, isFixed }: PayStepProps) {
  const { price, payment, isSignedIn, tried, stay } = checkout
  const wallet = (
    <WalletChoice
      currency={park.currency}
      totalMinor={price.ok ? price.value.totalMinor : null}
      isSignedIn={isSignedIn}
      isGuest={isGuest}
      isChosen={payment.chosen === null}
      onChoose={() => payment.choose('wallet')}
    />
  )
  return (
    <div className={styles.stack}>
      {!isGuest && wallet}
      {(isGuest || isSignedIn) && payment.offered !== null && (
        <GatewayChoice
          gateway={payment.offered}
          isChosen={payment.chosen !== null}
          onChoose={() => payment.choose('gateway')}
        />
      )}
      {isGuest && wallet}
      {tried.failure !== null && (
        <BookingFailure failure={tried.failure} stay={stay} park={park} isFixed={isFixed} onAskAgain={tried.askAgain} />
      )}
    </div>
  )
}
