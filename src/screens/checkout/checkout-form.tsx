import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router-dom'
import { recordBlocked } from '../../actions/record-blocked.online.ts'
import { routes } from '../../config/routes.ts'
import { ContinuedNote } from '../../parts/continued-note.tsx'
import { ParkRefund } from '../../parts/park-refund.tsx'
import { QuoteErrorText } from '../../parts/quote-error-text.tsx'
import { quoteStay } from '../../parts/quote-stay.ts'
import { StayPicker } from '../../parts/stay-picker.tsx'
import { useContinuedStay } from '../../parts/use-continued-stay.ts'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { useStay } from '../../parts/use-stay.ts'
import type { Park } from '../../contract/parks.ts'
import { useSession } from '../../queries/use-session.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Step } from '../../ui/step.tsx'
import { BookingFailure } from './booking-failure.tsx'
import styles from './checkout.module.css'
import { GatewayChoice } from './gateway-choice.tsx'
import { PayBar } from './pay-bar.tsx'
import { toWanted, useBook } from './use-book.ts'
import { useHold } from './use-hold.ts'
import { usePaymentChoice } from './use-payment-choice.ts'
import { useVehicleChoice, VehicleStep } from './vehicle-step.tsx'
import { PriceAge, WalletChoice } from './wallet-choice.tsx'

export interface CheckoutFormProps {
  readonly park: Park
  /** Epoch milliseconds; null: it came from the provider just now. */
  readonly priceSavedAt: number | null
}

/** Four steps on one page. Nothing entered here is lost to a connection, a sign-in or a refusal. */
export function CheckoutForm({ park, priceSavedAt }: CheckoutFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const stay = useStay()
  const session = useSession()
  const vehicle = useVehicleChoice(stay)
  const clearDraft = useCheckoutDraft((draft) => draft.clear)
  const booking = useBook({
    onBooked: (code) => {
      clearDraft()
      void navigate(routes.bookingSuccess.href(code), { replace: true })
    },
    onSettled: () => void navigate(routes.bookings.href()),
  })
  const hold = useHold({
    onHeld: (reference) => {
      clearDraft()
      void navigate(routes.payment.href(reference), { replace: true })
    },
    onSettled: () => void navigate(routes.wallet.href()),
  })
  const { plate } = vehicle.chosen ?? vehicle
  const previousStay = useContinuedStay(park, { ...stay, plate }, booking.failure ?? hold.failure)
  const priced = { ...stay, vehicleTypeId: vehicle.typeId, previousStay }
  const price = quoteStay(park, priced)
  const lines = usePriceLines(price.ok ? price.value : { lines: [], totalMinor: 0, currency: park.currency })
  const isSignedIn = session.status === 'ready' && session.value !== null
  const totalMinor = price.ok ? price.value.totalMinor : null
  const payment = usePaymentChoice(park, totalMinor)
  const tried = payment.chosen === null ? booking : hold

  return (
    <>
      <Step number={1} title={<Trans>Time</Trans>}>
        <StayPicker
          showTimes
          park={park}
          stay={priced}
          onChange={stay.change}
          {...(price.ok ? {} : { error: <QuoteErrorText error={price.error} tariff={park.rate.tariff} /> })}
        />
      </Step>
      <Step number={2} title={<Trans>Vehicle</Trans>}>
        <VehicleStep choice={vehicle} />
      </Step>
      <Step number={3} title={<Trans>Price</Trans>}>
        {price.ok ? (
          <div className={styles.stack}>
            <PriceLines lines={lines} />
            <ContinuedNote className={styles.small} park={park} from={stay.from} previousStay={previousStay} />
            <PriceAge savedAt={priceSavedAt} zone={park.timezone} />
            <ParkRefund park={park} stay={priced} quote={price.value} />
          </div>
        ) : (
          <Note tone="warning" icon={<TriangleIcon size={24} />} title={t`There is no price for these times`} />
        )}
      </Step>
      <Step number={4} title={<Trans>Pay</Trans>}>
        <div className={styles.stack}>
          <WalletChoice
            currency={park.currency}
            totalMinor={totalMinor}
            isSignedIn={isSignedIn}
            isChosen={payment.chosen === null}
            onChoose={() => payment.choose('wallet')}
          />
          {isSignedIn && payment.offered !== null && (
            <GatewayChoice
              gateway={payment.offered}
              isChosen={payment.chosen !== null}
              onChoose={() => payment.choose('gateway')}
            />
          )}
          {tried.failure !== null && (
            <BookingFailure failure={tried.failure} stay={stay} park={park} onAskAgain={tried.askAgain} />
          )}
        </div>
      </Step>
      {price.ok && (
        <PayBar
          quote={price.value}
          until={stay.until}
          zone={park.timezone}
          isSignedIn={isSignedIn}
          gatewayKind={payment.chosen?.kind ?? null}
          isBusy={booking.isBusy || hold.isBusy}
          onBlocked={() => {
            void recordBlocked(toWanted({ park, stay, quote: price.value, vehicle: plate === '' ? null : { plate } }))
          }}
          onPay={() => {
            const chosen = vehicle.take()
            if (chosen === null) return
            const request = { park, stay, quote: price.value, vehicle: chosen }
            void (payment.chosen === null ? booking.book(request) : hold.hold(request))
          }}
        />
      )}
    </>
  )
}
