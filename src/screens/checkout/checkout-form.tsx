import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { recordBlocked } from '../../actions/proofs.online.ts'
import { ContinuedNote } from '../../parts/continued-note.tsx'
import { ParkRefund } from '../../parts/park-refund.tsx'
import { QuoteErrorText } from '../../parts/quote-error-text.tsx'
import { StayPicker } from '../../parts/stay-picker.tsx'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import type { Park } from '../../contract/parks.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Step } from '../../ui/step.tsx'
import styles from './checkout.module.css'
import type { EventStay } from '../../parts/event-stay.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { PayBar } from './pay-bar.tsx'
import { PayStep } from './pay-step.tsx'
import { FixedStay } from './stay-text.tsx'
import { toWanted } from '../../parts/use-book.ts'
import { useCheckout } from './use-checkout.ts'
import { VehicleStep } from '../../parts/vehicle-step.tsx'
import { PriceAge } from './seen-price.tsx'

const CouponField = lazyPart(() => import('../../parts/coupon-field.tsx'))
const GuestStep = lazyPart(() => import('./guest-step.tsx'))

export interface CheckoutFormProps {
  readonly park: Park
  /** Epoch milliseconds; null when the provider has just sent the price. */
  readonly priceSavedAt: number | null
  /** Booking without an account. */
  readonly isGuest: boolean
  /** Whether the times can be changed here; they always can when there is no price for them. */
  readonly showsTime: boolean
  /** The event that the parking is for; the stay uses its times. */
  readonly event?: EventStay
}

/** All steps on one page. Losing the connection, signing in or a refusal does not lose any input. */
export function CheckoutForm({ park, priceSavedAt, isGuest, showsTime, event }: CheckoutFormProps) {
  const checkout = useCheckout(park, { isGuest, event })
  const { stay, vehicle, contactProblem, plate, previousStay, priced, price, payment, isSignedIn } = checkout
  const change = useCheckoutDraft((draft) => draft.change)
  const lines = usePriceLines(price.ok ? price.value : { lines: [], totalMinor: 0, currency: park.currency })
  // A guest's payment methods are still loading; do not fall back to the wallet meanwhile.
  const isAsking = isGuest && payment.isAsking
  const hasTime = showsTime || !price.ok
  // Number of the vehicle step; later steps continue from it.
  const second = hasTime ? 2 : 1
  const third = second + (checkout.asksContact ? 2 : 1)

  return (
    <>
      {hasTime && (
        <Step number={1} title={<Trans>Time</Trans>}>
          {event === undefined ? (
            <StayPicker
              showTimes
              park={park}
              stay={priced}
              onChange={stay.change}
              {...(price.ok ? {} : { error: <QuoteErrorText error={price.error} tariff={park.rate.tariff} /> })}
            />
          ) : (
            <FixedStay from={event.from} until={event.until} zone={park.timezone} />
          )}
        </Step>
      )}
      <Step number={second} title={<Trans>Vehicle</Trans>}>
        <VehicleStep choice={vehicle} />
      </Step>
      {checkout.asksContact && (
        <Step number={second + 1} title={<Trans>Contact</Trans>}>
          <Suspense fallback={<Skeleton size="card" width="full" />}>
            <GuestStep problem={contactProblem} />
          </Suspense>
        </Step>
      )}
      <Step number={third} title={<Trans>Price</Trans>}>
        {price.ok ? (
          <div className={styles.stack}>
            <PriceLines lines={lines} />
            {isSignedIn && !isGuest && (
              <Suspense fallback={<Skeleton size="button" width="full" />}>
                <CouponField
                  country={park.country_code}
                  coupon={checkout.used.coupon}
                  problem={checkout.used.problem}
                  onChange={(coupon) => change({ coupon })}
                />
              </Suspense>
            )}
            <ContinuedNote className={styles.small} park={park} from={stay.from} previousStay={previousStay} />
            <PriceAge savedAt={priceSavedAt} zone={park.timezone} />
            <ParkRefund park={park} stay={priced} quote={price.value} />
          </div>
        ) : (
          <Note
            tone="warning"
            icon={<TriangleIcon size={24} />}
            title={<QuoteErrorText error={price.error} tariff={park.rate.tariff} />}
          />
        )}
      </Step>
      <Step number={third + 1} title={<Trans>Pay</Trans>}>
        <PayStep park={park} isGuest={isGuest} checkout={checkout} isFixed={event !== undefined} />
      </Step>
      {price.ok && (
        <PayBar
          quote={price.value}
          until={stay.until}
          zone={park.timezone}
          mayPay={payment.chosen !== null || (isSignedIn && !isAsking)}
          isAsking={isAsking}
          isGuest={isGuest}
          company={checkout.payer.chosen?.name ?? null}
          gatewayKind={payment.chosen?.kind ?? null}
          isBusy={checkout.isBusy}
          onBlocked={() => {
            void recordBlocked(toWanted({ park, stay, quote: price.value, vehicle: plate === '' ? null : { plate } }))
          }}
          onPay={() => void checkout.pay(price.value)}
        />
      )}
    </>
  )
}
