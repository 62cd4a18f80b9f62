// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { Booking } from '../../contract/bookings.ts'
import { DAY_MS, type Instant, mustInstant, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { unreachable } from '../../lib/assert.ts'
import type { BlockedAttempt, OutboxView } from '../../queries/query.ts'
import { useBlockedAttempts } from '../../queries/use-blocked-attempts.ts'
import { useOutbox } from '../../queries/use-outbox.ts'

/** One attempt of this phone at an action on a booking, sent or not. */
export interface Attempt {
  readonly key: string
  readonly at: Instant
  /** The request, the network state and the outcome. */
  readonly words: readonly string[]
}

/** A failed attempt usually precedes the booking by hours; a day is long enough. */
const BEFORE_MS = DAY_MS

type AboutBooking = Extract<NonNullable<OutboxView['command']>, { readonly bookingId: string }>

/** Whether a booking that failed for lack of signal belongs to this one: same car park, close in time. */
const isAbout = ({ at, wanted }: BlockedAttempt, booking: Booking): boolean =>
  wanted.parkId === booking.park_id &&
  at > Date.parse(booking.created_at) - BEFORE_MS &&
  at < Date.parse(booking.end_time)

/**
 * Returns this phone's attempts for a booking, oldest first: its requests with their answers, and bookings that failed
 * for lack of signal.
 */
export function useAttempts(booking: Booking | null): readonly Attempt[] {
  const words = useWords()
  const outbox = useOutbox()
  const blocked = useBlockedAttempts()
  if (booking === null || outbox.status === 'loading' || blocked.status === 'loading') return []
  const sent = outbox.value.flatMap((view) => {
    const { command } = view
    if (command === null || !('bookingId' in command) || command.bookingId !== booking.booking_id) return []
    return triesOf(view).map(({ at, network, outcome }, index) => ({
      key: `${view.id} ${index}`,
      at: toInstant(at),
      words: [words.ofCommand(command, booking), words.ofNetwork(network), words.ofOutcome(outcome)],
    }))
  })
  const unsent = blocked.value
    .filter((attempt) => isAbout(attempt, booking))
    .map((attempt) => ({
      key: attempt.id,
      at: toInstant(attempt.at),
      words: [words.ofBlocked(attempt), words.ofNetwork(attempt.network), words.ofOutcome('not_sent')],
    }))
  return [...sent, ...unsent].toSorted((a, b) => a.at - b.at)
}

/** A request without an answer also counts as an attempt. One that was sent may have arrived. */
const triesOf = ({ answers, createdAt, firstSentAt }: OutboxView): OutboxView['answers'] => {
  if (answers.length > 0 || createdAt === null) return answers
  const outcome = firstSentAt === null ? 'not_sent' : 'sent'
  return [{ at: firstSentAt ?? createdAt, network: 'checking', outcome }]
}

/** Answers that say nothing about the request, so that it is sent again: `again` and `look` in `outbox/outcomes.ts`. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'foreign',
  'invalid_response',
  'mismatch',
  'unechoed',
  'idempotency_in_progress',
  'rate_limited',
  'internal',
  'unavailable',
  'social_unavailable',
])

function useWords() {
  const { t } = useLingui()
  const format = useFormat()
  const endText = (end: Instant, zone: string) => format.savedAt(end, { zone, now: PAPER })
  const networks: Readonly<Record<BlockedAttempt['network'], string>> = {
    offline: t`No connection`,
    checking: t`Connection not known`,
    online: t`Connected`,
    slow: t`Slow connection`,
  }
  const outcomes: Readonly<Record<string, string>> = {
    done: t`Saved`,
    found_done: t`Saved`,
    not_sent: t`Not sent`,
    signed_out: t`Not sent`,
    sent: t`Not confirmed`,
    expired: t`Not sent in time`,
  }
  return {
    ofNetwork: (network: BlockedAttempt['network']) => networks[network],
    ofOutcome: (outcome: string) =>
      outcomes[outcome] ?? (SAYS_NOTHING.has(outcome) ? t`No answer` : `${t`Refused`} (${outcome})`),
    ofCommand: (command: AboutBooking, { park: { name: park, timezone } }: Booking) => {
      switch (command.kind) {
        case 'booking.cancel':
          return t`Cancel this booking`
        case 'booking.extend': {
          const end = endText(mustInstant(command.newEnd), timezone)
          return t`Extend until ${end}`
        }
        case 'booking.renew':
          return t`Book ${park} again`
        case 'booking.change_plate':
          return t`Change the plate of ${park}`
        case 'booking.pay_overstay':
          return t`Pay the time after the end at ${park}`
        case 'booking.shorten':
          return t`Shorten the stay at ${park}`
        case 'booking.keep_event':
          return t`Keep ${park} for the new date`
        case 'booking.move':
          return t`Move your booking to ${command.parkName}`
        default:
          return unreachable(command)
      }
    },
    ofBlocked: ({ wanted }: BlockedAttempt) => {
      const end = endText(toInstant(wanted.endMs), wanted.zone)
      return t`Book until ${end}`
    },
  }
}
