// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toImmediateResult } from '../../actions/requests.ts'
import { cancelBooking } from '../../actions/bookings.ts'
import { type ActionError, findNewRefund } from '../../actions/failures.ts'
import { reportProblem } from '../../actions/parks.ts'
import { refundInMinute } from '../../domain/cancellation.ts'
import type { NoSpaceProblem } from '../../domain/no-space.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { photoSource, SmallPhotoField } from '../../parts/small-photo-field.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useNow } from '../../parts/use-now.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { WaitsNote } from '../../parts/waits-note.tsx'
import { refundableNoSpace } from '../../queries/price-cancel.ts'
import type { BookingView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './booking.module.css'
import NearestSpaces from './nearest-spaces.tsx'
import { NoSpaceRefund } from './no-space-refund.tsx'

export interface NoSpaceDialogProps {
  readonly booking: BookingView
  readonly onClose: () => void
}

/**
 * Reports the problem to the gate and the operator; giving up the booking is a separate cancel, with the shown refund
 * as its minimum.
 */
function useNoSpace(booking: BookingView, onClose: () => void) {
  const now = useNow()
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const [problem, setProblem] = useState<NoSpaceProblem>('full')
  const [photo, setPhoto] = useState<string | null>(null)
  const [isTold, setTold] = useState(false)
  const [offeredMinor, setOfferedMinor] = useState<number | null>(null)
  const refundable = refundableNoSpace(booking)
  const refundMinor = offeredMinor ?? refundInMinute(refundable, now)
  const report = async (): Promise<Result<unknown, ActionError>> => {
    const told = toImmediateResult(
      await reportProblem({
        park: { id: booking.park_id, name: booking.park.name },
        problem,
        text: '',
        booking: booking.booking_id,
        ...(photo === null ? {} : { photo }),
      }),
    )
    setTold(told.ok)
    return told
  }
  const giveUp = async (): Promise<Result<unknown, ActionError>> => {
    // On a retry after a lower refund was offered, the problem has already been reported.
    const told = isTold ? null : await report()
    if (told !== null && !told.ok) return told
    const result = toImmediateResult(await cancelBooking({ booking, minRefundMinor: refundMinor, reason: 'no_space' }))
    const offer = result.ok ? undefined : findNewRefund(result.error)
    if (offer !== undefined) setOfferedMinor(offer.refund)
    return result
  }
  const send = (isGivenUp: boolean) => void run(isGivenUp ? giveUp : report)
  return { now, failure, isBusy, problem, setProblem, photo, setPhoto, isTold, refundable, refundMinor, send }
}

/**
 * "The car park is full", "someone stands in my place": shows the refund in money, and where else there is space. Works
 * offline.
 */
export default function NoSpaceDialog({ booking, onClose }: NoSpaceDialogProps) {
  const { t } = useLingui()
  const format = useFormat()
  const problemText = useProblemText()
  const dialog = useNoSpace(booking, onClose)
  const { now, problem, refundable, refundMinor, isBusy, send } = dialog
  const [isPreparing, setPreparing] = useState(false)
  const isHeld = isBusy || isPreparing
  const refund = format.money({ amountMinor: refundMinor, currency: booking.currency })
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>No space for your car</Trans>}
      foot={
        <div className={styles.form}>
          <Button
            wide
            busy={isHeld}
            busyLabel={isPreparing ? <Trans>Preparing…</Trans> : <Trans>Sending…</Trans>}
            onClick={() => send(true)}
          >
            <Trans>Cancel, {refund} back</Trans>
          </Button>
          {!dialog.isTold && (
            <Button kind="secondary" wide disabled={isHeld} onClick={() => send(false)}>
              <Trans>Only report it</Trans>
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.form}>
        <Segmented
          legend={<Trans>What is wrong?</Trans>}
          value={problem}
          options={[
            { value: 'full', label: problemText('full') },
            { value: 'place_taken', label: problemText('place_taken') },
          ]}
          onChange={dialog.setProblem}
        />
        <NoSpaceRefund booking={booking} refundable={refundable} refundMinor={refundMinor} now={now} />
        <NearestSpaces booking={booking} />
        <SmallPhotoField
          label={<Trans>Add a photo, kept 90 days</Trans>}
          photo={dialog.photo === null ? null : photoSource(dialog.photo)}
          onPhoto={dialog.setPhoto}
          onBusy={setPreparing}
          isFromCamera
        />
        <p className={styles.small}>
          <Trans>The attendant and we see your report. If you only report it, your booking stays as it is.</Trans>
        </p>
        <WaitsNote />
        {dialog.failure !== null && <FailureNote failure={dialog.failure} doing={t`Sending`} />}
      </div>
    </Modal>
  )
}
