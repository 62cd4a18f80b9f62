// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadPark, withPriceOfNow } from '../../actions/parks.online.ts'
import { recordBlocked, recordIfBlocked } from '../../actions/proofs.online.ts'
import { renewBooking } from '../../actions/bookings.online.ts'
import { canRenew } from '../../domain/booking.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { ok } from '../../lib/result.ts'
import { ContinuedNote } from '../../parts/continued-note.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { ParkRefund, type ParkRefundProps } from '../../parts/park-refund.tsx'
import { PriceAge } from '../../parts/price-age.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useContinuedStay } from '../../parts/use-continued-stay.ts'
import { useNow } from '../../parts/use-now.ts'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { pricePark } from '../../queries/price-park.ts'
import type { BookingView } from '../../queries/query.ts'
import { usePark } from '../../queries/use-park.ts'
import { usePlanTerms } from '../../queries/use-plans.ts'
import { Modal } from '../../ui/modal.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import styles from './booking.module.css'
import { wantedAgain } from './wanted-again.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'

/** Books a cancelled booking again, from now at the earliest, at the current price. Needs a connection. */
export default function RenewDialog({
  booking,
  onClose,
}: {
  readonly booking: BookingView
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const park = usePark(booking.park.slug)
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const times = canRenew(booking, now)
  const saved = park.status === 'ready' ? park.value : null
  const stay = times.ok ? times.value : null
  const wantedStay =
    stay === null ? null : { from: stay.start, until: stay.end, plate: booking.plate, bookingId: booking.booking_id }
  const previousStay = useContinuedStay(saved, wantedStay, failure)
  const plan = usePlanTerms(saved)
  const quoted =
    saved === null || stay === null
      ? null
      : pricePark(saved, {
          fromMs: stay.start,
          untilMs: stay.end,
          vehicleTypeId: booking.vehicle_type_id,
          previousStay,
          plan,
        })
  const price = quoted?.ok === true ? quoted.value : null
  const lines = usePriceLines(price ?? { lines: [], totalMinor: 0, currency: booking.currency })
  const total = price === null ? null : format.money({ amountMinor: price.totalMinor, currency: price.currency })
  const renew = () =>
    run(async () => {
      if (price === null) {
        const loaded = await loadPark(booking.park.slug)
        return loaded.ok ? ok(null) : loaded
      }
      const wanted = wantedAgain(booking, now, price.totalMinor)
      const { totalMinor: quotedTotalMinor, tariffVersion } = price
      const renewed = renewBooking({ booking, quotedTotalMinor, tariffVersion })
      return recordIfBlocked(wanted, withPriceOfNow(booking.park.slug, renewed))
    })
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Book again</Trans>}
      foot={
        <OnlineButton
          doing={t`Booking`}
          onBlocked={() => void recordBlocked(wantedAgain(booking, now, price?.totalMinor ?? null))}
          wide
          busy={isBusy}
          busyLabel={<Trans>Booking…</Trans>}
          disabled={stay === null}
          onClick={() => void renew()}
        >
          <PayLabel total={total} company={booking.company} />
        </OnlineButton>
      }
    >
      <div className={styles.form}>
        {stay === null ? (
          <p>
            <Trans>These times have passed.</Trans>
          </p>
        ) : (
          <p>{format.stay(stay.start, stay.end, { zone: booking.park.timezone, now })}</p>
        )}
        {price !== null && <PriceLines lines={lines} />}
        <IfCancelled booking={booking} park={saved} quote={price} stay={{ ...wantedStay, previousStay, plan }} />
        {stay !== null && saved !== null && (
          <ContinuedNote className={styles.small} park={saved} from={stay.start} previousStay={previousStay} />
        )}
        {price !== null && park.status === 'ready' && park.savedAt !== null && (
          <p className={styles.small}>
            <PriceAge savedAt={park.savedAt} zone={booking.park.timezone} />
          </p>
        )}
        {failure !== null && <FailureNote failure={failure} doing={t`Booking`} />}
      </div>
    </Modal>
  )
}

interface IfCancelledProps {
  readonly booking: BookingView
  readonly park: ParkRefundProps['park'] | null
  readonly quote: ParkRefundProps['quote'] | null
  readonly stay: Partial<Pick<ParkRefundProps['stay'], 'from' | 'until' | 'previousStay' | 'plan'>>
}

/** The refund if the renewed stay is cancelled later. */
function IfCancelled({ booking, park, quote, stay: { from, until, ...terms } }: IfCancelledProps) {
  if (park === null || quote === null || from === undefined || until === undefined) return null
  const stay = { from, until, vehicleTypeId: booking.vehicle_type_id, ...terms }
  return <ParkRefund park={park} stay={stay} quote={quote} bookedAt={mustInstant(booking.created_at)} />
}

function PayLabel({ total, company }: { readonly total: string | null; readonly company: string | undefined }) {
  if (total === null) return <Trans>Show the price</Trans>
  return company === undefined ? (
    <Trans>Pay {total} from wallet</Trans>
  ) : (
    <Trans>
      Book, {company} pays {total}
    </Trans>
  )
}
