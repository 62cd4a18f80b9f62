// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ActionError } from '../../actions/failures.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { ContinuedNote } from '../../parts/continued-note.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { ParkRefund } from '../../parts/park-refund.tsx'
import { PriceAge } from '../../parts/price-age.tsx'
import { QuoteErrorText } from '../../parts/quote-error-text.tsx'
import { StayFields, ZoneNote } from '../../parts/stay-fields.tsx'
import type { BookingView } from '../../queries/query.ts'
import { Modal } from '../../ui/modal.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Total } from '../../ui/total.tsx'
import styles from './booking.module.css'
import { MoveParks } from './move-parks.tsx'
import { useMove } from './use-move.ts'

const ANOTHER_CURRENCY: ActionError = { kind: 'refused', code: 'currency_mismatch', detail: '', extra: {} }

/**
 * Other times or another car park: shows the refund, the new price and the difference before the tap. Needs a
 * connection.
 */
export default function MoveDialog({
  booking,
  onClose,
}: {
  readonly booking: BookingView
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const change = useMove(booking, onClose)
  const { stay, failure, saved, isPast, isPossible } = change
  const zone = saved?.timezone ?? booking.park.timezone
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Change time or car park</Trans>}
      foot={
        <OnlineButton
          doing={t`Moving your booking`}
          wide
          busy={change.isBusy}
          busyLabel={<Trans>Moving…</Trans>}
          disabled={!isPossible}
          onClick={() => void change.move()}
        >
          <MoveLabel minor={isPossible ? change.differenceMinor : 0} currency={booking.currency} />
        </OnlineButton>
      }
    >
      <div className={styles.form}>
        <StayFields
          {...stay}
          zone={zone}
          onChange={change.setStay}
          error={isPast ? <Trans>This time has passed. Choose a later one.</Trans> : undefined}
        />
        <ZoneNote zone={zone} at={stay.from} />
        <MoveParks booking={booking} stay={stay} slug={change.slug} onChoose={change.setSlug} />
        <NewPrice booking={booking} change={change} />
        <p className={styles.small}>
          <Trans>You get a new code and a new pass. The old ones stop working.</Trans>
        </p>
        {change.isAbroad && <FailureNote failure={ANOTHER_CURRENCY} doing={t`Moving your booking`} />}
        {failure !== null && <FailureNote failure={failure} doing={t`Moving your booking`} hasInput />}
      </div>
    </Modal>
  )
}

interface OfChange {
  readonly minor: number
  readonly currency: BookingView['currency']
}

function MoveLabel({ minor, currency }: OfChange) {
  const difference = useFormat().money({ amountMinor: Math.abs(minor), currency })
  if (minor === 0) return <Trans>Move booking</Trans>
  return minor > 0 ? <Trans>Move and pay {difference}</Trans> : <Trans>Move, {difference} back</Trans>
}

/** The refund, the new price, and the difference between them. */
function NewPrice({
  booking: { currency, company, created_at: createdAt, vehicle_type_id: vehicleTypeId },
  change,
}: {
  readonly booking: BookingView
  readonly change: ReturnType<typeof useMove>
}) {
  const format = useFormat()
  const { park, saved, quoted, price, previousStay, plan, refundMinor, stay } = change
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  if (saved === null || quoted === null) return null
  if (price === null)
    return (
      <p className={styles.small}>{!quoted.ok && <QuoteErrorText error={quoted.error} tariff={saved.rate.tariff} />}</p>
    )
  return (
    <>
      <PriceLines
        lines={[
          { key: 'refund', label: <Trans>Refund of this booking</Trans>, amount: money(refundMinor) },
          {
            key: 'price',
            label: (
              <>
                <Trans>New price</Trans>
                {saved.rate.tariff.demo && (
                  <>
                    {', '}
                    <Trans>Demo price</Trans>
                  </>
                )}
              </>
            ),
            amount: money(price.totalMinor),
          },
        ]}
      />
      {change.isChanged && <Difference minor={change.differenceMinor} currency={currency} company={company} />}
      <h3>
        <Trans>If you cancel later</Trans>
      </h3>
      <ParkRefund
        park={saved}
        stay={{ ...stay, vehicleTypeId, previousStay, plan }}
        quote={price}
        bookedAt={mustInstant(createdAt)}
      />
      <ContinuedNote className={styles.small} park={saved} from={stay.from} previousStay={previousStay} />
      {park.status === 'ready' && park.savedAt !== null && !park.fresh && (
        <p className={styles.small}>
          <PriceAge savedAt={park.savedAt} zone={saved.timezone} />
        </p>
      )}
    </>
  )
}

function Difference({ minor, currency, company }: OfChange & { readonly company: string | undefined }) {
  const amount = useFormat().money({ amountMinor: Math.abs(minor), currency })
  if (minor === 0)
    return (
      <p>
        <Trans>The price stays the same.</Trans>
      </p>
    )
  return <Total size={28} amount={amount} label={<DifferenceText isPaid={minor > 0} company={company} />} />
}

function DifferenceText({ isPaid, company }: { readonly isPaid: boolean; readonly company: string | undefined }) {
  if (company === undefined)
    return isPaid ? <Trans>to pay from your wallet now</Trans> : <Trans>back to your wallet right away</Trans>
  return isPaid ? <Trans>paid by {company} now</Trans> : <Trans>back to {company}’s wallet right away</Trans>
}
