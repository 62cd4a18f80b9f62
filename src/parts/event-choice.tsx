// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { cancelBooking } from '../actions/bookings.ts'
import { findNewRefund } from '../actions/failures.ts'
import { keepForNewDate } from '../actions/keep-event.online.ts'
import { toImmediateResult } from '../actions/requests.ts'
import type { BookedEvent } from '../contract/events.ts'
import { refundInMinute } from '../domain/cancellation.ts'
import { mustInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { refundableBooking } from '../queries/price-cancel.ts'
import type { BookingView } from '../queries/query.ts'
import { Button } from '../ui/button.tsx'
import { RadioCard } from '../ui/choice-field.tsx'
import { CircleCheckIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import { Plate } from '../ui/plate.tsx'
import { useEventWhen } from './event-when.ts'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import styles from './parts.module.css'
import { useSingleFlight } from './use-single-flight.ts'
import { useNow } from './use-now.ts'
import { WaitsNote } from './waits-note.tsx'

type Choice = 'keep' | 'back'

export interface EventChoiceProps {
  readonly booking: BookingView
}

/**
 * The choice for a booking whose event was postponed: keep it for the new date, or a full refund. Renders nothing when
 * there is nothing to choose.
 */
export default function EventChoice({ booking }: EventChoiceProps) {
  const now = useNow()
  const when = useEventWhen()
  const [isKept, setKept] = useState(false)
  const { event, status, waiting } = booking
  if (event === undefined) return null
  const { choose_by: by } = event
  if (isKept && by === null && status === 'active') {
    return (
      <Note
        icon={<CircleCheckIcon size={24} />}
        title={<Trans>Kept for {when.day(event.starts_at, event.timezone)}</Trans>}
        role="status"
      >
        <Trans>Your pass has the new date.</Trans>
      </Note>
    )
  }
  const isOpen = by !== null && now < mustInstant(by) && status === 'active'
  // A waiting cancellation is shown by its own card.
  if (!isOpen || waiting.some(({ command }) => command.kind === 'booking.cancel')) return null
  return <ChoiceCard booking={booking} event={event} by={by} onDone={(choice) => setKept(choice === 'keep')} />
}

interface ChoiceCardProps extends EventChoiceProps {
  readonly event: BookedEvent
  /** RFC 3339. */
  readonly by: string
  readonly onDone: (choice: Choice) => void
}

function ChoiceCard({ booking, event, by, onDone }: ChoiceCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const when = useEventWhen()
  const now = useNow()
  const name = useId()
  const [choice, setChoice] = useState<Choice>('keep')
  const [offeredMinor, setOfferedMinor] = useState<number | null>(null)
  const { failure, isBusy, run } = useSingleFlight(() => onDone(choice))
  const { currency, company } = booking
  const zone = event.timezone
  const backMinor = offeredMinor ?? refundInMinute(refundableBooking(booking), now)
  const back = format.money({ amountMinor: backMinor, currency })
  const paid = format.money({ amountMinor: booking.total, currency })
  const day = when.day(event.starts_at, zone)
  const limit = format.dayTime(mustInstant(by), { zone, now, inSentence: true })
  const takeBack = () =>
    run(async () => {
      const result = toImmediateResult(await cancelBooking({ booking, minRefundMinor: backMinor }))
      const offer = result.ok ? undefined : findNewRefund(result.error)
      if (offer !== undefined) setOfferedMinor(offer.refund)
      return result
    })
  const radio = (value: Choice) => ({ name, checked: choice === value, onChange: () => setChoice(value) })
  return (
    <Note
      tone="amber"
      icon={<TriangleIcon size={24} />}
      title={<Trans>Your parking: choose by {format.date(mustInstant(by), zone, now)}</Trans>}
    >
      <div className={styles.form}>
        <p>
          <Trans>
            Paid {paid}, {booking.park.name}, <Plate>{booking.plate}</Plate>
          </Trans>
        </p>
        <fieldset className={styles.form} aria-label={t`Your choice`}>
          <RadioCard
            title={<Trans>Keep it for {day}</Trans>}
            detail={<Trans>Same place, nothing more to pay</Trans>}
            {...radio('keep')}
          />
          <RadioCard
            title={<Trans>Money back: {back}</Trans>}
            detail={company === undefined ? <Trans>To your wallet</Trans> : <Trans>To {company}’s wallet</Trans>}
            {...radio('back')}
          />
        </fieldset>
        {choice === 'keep' ? (
          <OnlineButton
            key="keep"
            doing={t`Keeping your booking`}
            wide
            busy={isBusy}
            busyLabel={<Trans>Saving…</Trans>}
            onClick={() => void run(() => keepForNewDate({ booking, event }))}
          >
            <Trans>Keep for {day}</Trans>
          </OnlineButton>
        ) : (
          <Button key="back" wide busy={isBusy} busyLabel={<Trans>Cancelling…</Trans>} onClick={() => void takeBack()}>
            <Trans>Get {back} back</Trans>
          </Button>
        )}
        {choice === 'back' && <WaitsNote />}
        <p>
          <Trans>
            No choice by {limit}: {back} goes back.
          </Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Your choice`} />}
      </div>
    </Note>
  )
}
