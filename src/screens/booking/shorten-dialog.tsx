// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { shortenBooking } from '../../actions/bookings.online.ts'
import { findNewRefund } from '../../actions/failures.ts'
import { MINUTE_MS, mustInstant, toInstant } from '../../domain/instant.ts'
import { parseLocalInput, toLocalInput } from '../../domain/zone.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useNow } from '../../parts/use-now.ts'
import { earliestEndOf, priceShortening } from '../../queries/price-shortening.ts'
import type { BookingView } from '../../queries/query.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Total } from '../../ui/total.tsx'
import styles from './booking.module.css'

const STEP_MS = 30 * MINUTE_MS

/**
 * An earlier end, with the refund shown before the tap: the provider never refunds less than shown. Needs a connection.
 */
export default function ShortenDialog({
  booking,
  onClose,
}: {
  readonly booking: BookingView
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const bookings = useBookings()
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const zone = booking.park.timezone
  const end = mustInstant(booking.end_time)
  const earliest = earliestEndOf(booking, now)
  const hasBegun = now >= mustInstant(booking.start_time)
  const [chosen, setChosen] = useState(hasBegun ? earliest : Math.max(earliest, end - STEP_MS))
  // "Now" advances while the dialog is open.
  const newEnd = toInstant(Math.max(chosen, earliest))
  const known = bookings.status === 'ready' ? bookings.value : []
  const told = failure === null ? undefined : findNewRefund(failure)
  const priced = priceShortening(booking, newEnd, { now, bookings: known }).refundMinor
  const refundMinor = Math.min(priced, told?.refund ?? priced)
  const back = format.money({ amountMinor: refundMinor, currency: booking.currency })
  const isPossible = newEnd < end
  const inText = format.savedAt(newEnd, { zone, now })
  return (
    <Modal
      open
      onClose={onClose}
      title={hasBegun ? <Trans>Leave early</Trans> : <Trans>Shorten your stay</Trans>}
      foot={
        <OnlineButton
          doing={t`Shortening`}
          wide
          busy={isBusy}
          busyLabel={<Trans>Shortening…</Trans>}
          disabled={!isPossible}
          onClick={() => void run(() => shortenBooking({ booking, newEnd, minRefundMinor: refundMinor }))}
        >
          <Trans>
            End {inText}, {back} back
          </Trans>
        </OnlineButton>
      }
    >
      <div className={styles.form}>
        <DateTimeField
          label={t`New end`}
          value={toLocalInput(newEnd, zone)}
          shown={format.dayTime(newEnd, { zone, now })}
          min={toLocalInput(earliest, zone)}
          onChange={(event) => {
            const parsed = parseLocalInput(event.currentTarget.value, zone)
            if (parsed.ok) setChosen(parsed.value.instant)
          }}
          error={
            isPossible ? undefined : (
              <Trans>The new end must be earlier than {format.savedAt(end, { zone, now })}.</Trans>
            )
          }
        />
        <Total size={28} amount={back} label={<BackTo company={booking.company} />} />
        <p className={styles.small}>
          <Trans>Your pass stays valid until then, and for the grace period after it.</Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Shortening`} hasInput />}
      </div>
    </Modal>
  )
}

function BackTo({ company }: { readonly company: string | undefined }) {
  return company === undefined ? (
    <Trans>back to your wallet right away</Trans>
  ) : (
    <Trans>back to {company}’s wallet right away</Trans>
  )
}
