import { Trans } from '@lingui/react/macro'
import { MINUTE_MS, type Instant } from '../../domain/instant.ts'
import type { Verdict, VerdictNote } from '../../domain/verdict.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import type { AttendantPark } from '../../queries/use-gate.ts'

export interface VerdictDetailProps {
  readonly verdict: Verdict
  readonly park: { readonly zone: string; readonly all: readonly AttendantPark[] }
  readonly now: Instant
}

/** The line under the word: until when, since when, or why. */
export function VerdictDetail({ verdict, park: { zone, all }, now }: VerdictDetailProps) {
  const format = useFormat()
  const at = (instant: Instant): string => format.dayTime(instant, { zone, now, inSentence: true })
  switch (verdict.kind) {
    case 'valid':
    case 'valid_by_signature': {
      const until = format.time(verdict.car.end, zone)
      const left = verdict.car.end - now
      const graceEnd = format.time(verdict.car.until, zone)
      if (verdict.car.paid !== undefined) {
        const paidUntil = format.time(verdict.car.paid.until, zone)
        return (
          <Trans>
            Overtime paid until {paidUntil}, grace period until {graceEnd}
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
      return (
        <Trans>
          Until {until}, {format.duration(left)} left
        </Trans>
      )
    }
    case 'early':
      return <Trans>May enter from {at(verdict.car.from)}</Trans>
    case 'expired': {
      const { minutes, quote, dueMinor } = verdict.overstay
      const over = format.duration(minutes * MINUTE_MS)
      if (quote === null || dueMinor === null) return <Trans>Over by {over}</Trans>
      const price = format.money({ amountMinor: dueMinor, currency: quote.currency })
      if (verdict.car.paid !== undefined) {
        const paidUntil = format.time(verdict.car.paid.until, zone)
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

/** What else the attendant should know. */
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
    default:
      return unreachable(note)
  }
}
