import { Trans } from '@lingui/react/macro'
import { DAY_MS, MINUTE_MS, type Instant } from '../../domain/instant.ts'
import type { Overstay } from '../../domain/overstay.ts'
import type { Car } from '../../domain/gate-car.ts'
import type { Verdict, VerdictNote } from '../../domain/verdict.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import type { AttendantPark } from '../../queries/use-gate.ts'

export interface VerdictDetailProps {
  readonly verdict: Verdict
  readonly park: { readonly zone: string; readonly all: readonly AttendantPark[] }
  readonly now: Instant
}

/** The line below the verdict: until when, since when, or why. */
export function VerdictDetail({ verdict, park: { zone, all }, now }: VerdictDetailProps) {
  const format = useFormat()
  const at = (instant: Instant): string => format.dayTime(instant, { zone, now, inSentence: true })
  switch (verdict.kind) {
    case 'valid':
    case 'valid_by_signature':
      return <InTime car={verdict.car} zone={zone} now={now} />
    case 'early':
      return <Trans>May enter from {at(verdict.car.from)}</Trans>
    case 'expired':
      return <Over car={verdict.car} overstay={verdict.overstay} zone={zone} />
    case 'already_inside':
      return verdict.since === null ? <Trans>Already entered</Trans> : <Trans>Entered {at(verdict.since)}</Trans>
    case 'cancelled':
      return <Trans>This booking was cancelled</Trans>
    case 'wrong_park': {
      const name = all.find(({ id }) => id === verdict.parkId)?.name
      if (name !== undefined) return <Trans>This pass is for {name}</Trans>
      return <Trans>This pass is for another car park (number {verdict.parkId})</Trans>
    }
    case 'forged':
      return <Trans>This pass isn’t signed by Baywise</Trans>
    case 'update_needed':
      if (verdict.reason === 'version')
        return <Trans>This pass is newer than the app. Connect and update the app.</Trans>
      return <Trans>Signed with a newer key. Connect and update the list.</Trans>
    case 'unknown':
      if (verdict.reason === 'text') return <Trans>Not a Baywise pass</Trans>
      if (verdict.reason === 'damaged') return <Trans>This pass is damaged or incomplete</Trans>
      return <Trans>Not on this phone’s list</Trans>
    default:
      return unreachable(verdict)
  }
}

interface OfCar {
  readonly car: Car
  readonly zone: string
}

function InTime({ car, zone, now }: OfCar & { readonly now: Instant }) {
  const format = useFormat()
  const until = format.time(car.end, zone)
  const graceEnd = format.time(car.until, zone)
  const left = car.end - now
  if (car.paid !== undefined) {
    const paidUntil = format.time(car.paid.until, zone)
    return (
      <Trans>
        Paid until {paidUntil}, grace period until {graceEnd}
      </Trans>
    )
  }
  if (left <= 0) {
    return (
      <Trans>
        Ended {until}, grace period until {graceEnd}
      </Trans>
    )
  }
  // For a monthly booking the day matters, not the hours left.
  if (left > DAY_MS) {
    const day = format.dayTime(car.end, { zone, now, inSentence: true })
    return <Trans>Until {day}</Trans>
  }
  return (
    <Trans>
      Until {until}, {format.duration(left)} left
    </Trans>
  )
}

/** What is due at the gate, beyond the amount paid in the app. */
function Over({ car, overstay, zone }: OfCar & { readonly overstay: Overstay }) {
  const format = useFormat()
  const { minutes, quote, dueMinor } = overstay
  const over = format.duration(minutes * MINUTE_MS)
  if (quote === null || dueMinor === null) return <Trans>Over by {over}</Trans>
  const price = format.money({ amountMinor: dueMinor, currency: quote.currency })
  if (car.paid !== undefined) {
    const paidUntil = format.time(car.paid.until, zone)
    return (
      <Trans>
        Over by {over}, paid until {paidUntil}: {price} more
      </Trans>
    )
  }
  return (
    <Trans>
      Over by {over}: {price}
    </Trans>
  )
}

/** Additional information for the attendant. */
export function NoteText({ note }: { readonly note: VerdictNote }) {
  switch (note) {
    case 'older_pass':
      return <Trans>The driver’s pass is out of date: the booking has changed. This is the latest version.</Trans>
    case 'cancelled':
      return <Trans>This booking was cancelled.</Trans>
    case 'clock_doubt':
      return <Trans>This phone’s clock doesn’t match the list. Times may be wrong.</Trans>
    case 'not_inside':
      return <Trans>No entry was recorded.</Trans>
    case 'hours_unknown':
      return <Trans>A monthly pass with set hours. Update the list to see them.</Trans>
    case 'came_earlier':
      return <Trans>The car came in with this earlier booking. A newer one doesn’t pay for the time before it.</Trans>
    case 'earlier_stay':
      return <Trans>An earlier booking of this plate ended, and no exit was recorded. Ask when the car came in.</Trans>
    default:
      return unreachable(note)
  }
}
