// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toImmediateResult } from '../../actions/requests.ts'
import { cancelBooking } from '../../actions/bookings.ts'
import { findNewRefund } from '../../actions/failures.ts'
import { refundInMinute } from '../../domain/cancellation.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { RefundRows } from '../../parts/refund-rows.tsx'
import { useNow } from '../../parts/use-now.ts'
import { WaitsNote } from '../../parts/waits-note.tsx'
import { refundableBooking } from '../../queries/price-cancel.ts'
import type { BookingView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './booking.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'

/** Shows the refund in money before the tap; the provider refuses rather than refund less than shown. */
export function CancelDialog({ booking, onClose }: { readonly booking: BookingView; readonly onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { company } = booking
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const [offeredMinor, setOfferedMinor] = useState<number | null>(null)
  const refundMinor = offeredMinor ?? refundInMinute(refundableBooking(booking), now)
  const refund = format.money({ amountMinor: refundMinor, currency: booking.currency })
  const cancel = () =>
    run(async () => {
      const result = toImmediateResult(await cancelBooking({ booking, minRefundMinor: refundMinor }))
      const offer = result.ok ? undefined : findNewRefund(result.error)
      if (offer !== undefined) setOfferedMinor(offer.refund)
      return result
    })
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Cancel this booking?</Trans>}
      foot={
        <Button kind="danger" wide busy={isBusy} busyLabel={<Trans>Cancelling…</Trans>} onClick={() => void cancel()}>
          <Trans>Cancel, {refund} back</Trans>
        </Button>
      }
    >
      <div className={styles.form}>
        <RefundRows
          booking={refundableBooking(booking)}
          currency={booking.currency}
          zone={booking.park.timezone}
          now={now}
        />
        <WaitsNote />
        <p className={styles.small}>
          {company === undefined ? (
            <Trans>The refund goes to your wallet right away.</Trans>
          ) : (
            <Trans>The refund goes to {company}’s wallet right away.</Trans>
          )}
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Cancelling`} />}
      </div>
    </Modal>
  )
}
