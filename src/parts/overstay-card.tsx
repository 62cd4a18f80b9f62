// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import type { Booking } from '../contract/bookings.ts'
import { type Instant, MINUTE_MS, mustInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { leaveByOfBooking, nextOverstayStep, overUntilOf, priceOverstay } from '../queries/price-overstay.ts'
import { useBookings } from '../queries/use-bookings.ts'
import { buttonLook } from '../ui/button-look.ts'
import { QrIcon } from '../ui/icons-place.tsx'
import { RunningBooking } from '../ui/running-booking.tsx'
import { OverstayPay } from './overstay-pay.tsx'
import { useNow } from './use-now.ts'

/** Returns when the amount owed next grows. Computes prices a day ahead, so only when the amount has changed. */
function useNextStep(booking: Booking, dueMinor: number | null) {
  const now = useNow(MINUTE_MS)
  // oxlint-disable-next-line react/exhaustive-deps -- until the amount changes, so does nothing of the answer
  return useMemo(() => (dueMinor === null ? null : nextOverstayStep(booking, now)), [booking, dueMinor])
}

/**
 * A stay whose grace period is over: what it costs so far, when that grows and to how much, and how to pay it. It never
 * blinks.
 */
export default function OverstayCard({ booking }: { readonly booking: Booking }) {
  const format = useFormat()
  const now = useNow(5000)
  const bookings = useBookings()
  const at = overUntilOf(booking, bookings.status === 'ready' ? bookings.value : [], now)
  const isContinued = at < now
  const { minutes, dueMinor } = priceOverstay(booking, at)
  const step = useNextStep(booking, dueMinor)
  const { timezone: zone, name } = booking.park
  const money = (amountMinor: number) => format.money({ amountMinor, currency: booking.currency })
  const end = mustInstant(booking.end_time)
  const timeOf = (instant: Instant): string => format.savedAt(instant, { zone, now })
  const since = format.dayTime(end, { zone, now, inSentence: true })
  const leaveBy = leaveByOfBooking(booking)
  const isPaid = booking.overstay !== undefined && now < leaveBy
  // The car's next booking pays from its start on: only the time in between is owed.
  if (bookings.status !== 'ready' || (isContinued && (at < leaveBy || dueMinor === 0))) return null
  const isOwed = !isPaid && dueMinor !== null && dueMinor > 0
  const hasStep = isOwed && !isContinued && step !== null
  const over = format.duration(minutes * MINUTE_MS)
  const left = () => {
    if (isPaid) return <Trans>Leave by {timeOf(leaveBy)}</Trans>
    if (dueMinor === null) return <Trans>Over by {over}</Trans>
    return isOwed ? <span data-total>{money(dueMinor)}</span> : <Trans>Nothing to pay yet</Trans>
  }
  const above = () => {
    const until = timeOf(booking.overstay === undefined ? end : mustInstant(booking.overstay.until))
    return isPaid ? <Trans>Paid until {until}</Trans> : <Trans>Your time was up {since}</Trans>
  }
  return (
    <RunningBooking
      form="large"
      tone={isPaid ? 'grace' : 'over'}
      above={<span role="status">{above()}</span>}
      left={<span data-now>{left()}</span>}
      place={
        <span data-now>
          {name}, {booking.plate}
          {isContinued && (
            <>
              <br />
              <Trans>Your new booking doesn’t pay for the time until {timeOf(at)}.</Trans>
            </>
          )}
          {hasStep && (
            <>
              <br />
              <Trans>
                At {format.time(step.at, zone)} it becomes {money(step.dueMinor)}.
              </Trans>
              <progress max={step.at - end} value={now - end} aria-label={over} />
            </>
          )}
          {!isPaid && (booking.checked_in_at ?? null) === null && (
            <>
              {!hasStep && <br />}
              <Trans>Already left? Then there’s nothing to do.</Trans>
            </>
          )}
          {dueMinor === null && (
            <>
              <br />
              <Trans>You’ll see the cost at the exit.</Trans>
            </>
          )}
        </span>
      }
      action={
        <>
          {isOwed && <OverstayPay booking={booking} dueMinor={dueMinor} />}
          <Link to={routes.pass.href(booking.booking_code)} {...buttonLook({ kind: 'secondary' })}>
            <QrIcon />
            <Trans>Pass</Trans>
          </Link>
        </>
      }
    />
  )
}
