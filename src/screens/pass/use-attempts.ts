// Drawn seldom: what the compiler adds would be half of its bytes.
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

/** One time that this phone tried something about a booking, or could not. */
export interface Attempt {
  readonly key: string
  readonly at: Instant
  /** What was asked for, what the network was and what came of it. */
  readonly words: readonly string[]
}

/** Whoever had no signal tried shortly before: a day covers an evening's stay. */
const BEFORE_MS = DAY_MS

type AboutBooking = Extract<NonNullable<OutboxView['command']>, { readonly bookingId: string }>

/** A booking that no signal let through is about this one when it is the same place, near in time. */
const isAbout = ({ at, wanted }: BlockedAttempt, booking: Booking): boolean =>
  wanted.parkId === booking.park_id &&
  at > Date.parse(booking.created_at) - BEFORE_MS &&
  at < Date.parse(booking.end_time)

/** What this phone tried for a booking, the oldest first: its requests with their answers, and bookings that had no signal. */
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

/** Without an answer yet: that it was asked for is an attempt too. */
const triesOf = ({ answers, createdAt }: OutboxView): OutboxView['answers'] =>
  answers.length > 0 || createdAt === null ? answers : [{ at: createdAt, network: 'checking', outcome: 'not_sent' }]

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
    network: t`No answer`,
    timeout: t`No answer`,
    expired: t`Not sent in time`,
  }
  return {
    ofNetwork: (network: BlockedAttempt['network']) => networks[network],
    ofOutcome: (outcome: string) => outcomes[outcome] ?? `${t`Refused`} (${outcome})`,
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
