// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Refundable } from '../../domain/cancellation.ts'
import type { Instant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import type { BookingView } from '../../queries/query.ts'
import { InfoIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

export interface NoSpaceRefundProps {
  readonly booking: BookingView
  readonly refundable: Refundable
  /** Minor units, as shown on the button. */
  readonly refundMinor: number
  readonly now: Instant
}

/** The refund and its deadline, and what the driver loses by taking it. */
export function NoSpaceRefund({ booking, refundable, refundMinor, now }: NoSpaceRefundProps) {
  const format = useFormat()
  const { currency, park, company, checked_in_at: inAt } = booking
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  const { undoUntilMs = null, totalMinor } = refundable
  const isWhole = refundMinor === totalMinor
  const until = undoUntilMs === null ? null : format.time(undoUntilMs, park.timezone)
  return (
    <Note
      icon={<InfoIcon size={24} />}
      title={isWhole ? <Trans>{money(refundMinor)}: everything back</Trans> : <Trans>{money(refundMinor)} back</Trans>}
    >
      {isWhole && until !== null && undoUntilMs !== null && undoUntilMs > now && (
        <p>
          <Trans>Your report must reach us by {until}, before you’re checked in.</Trans>
        </p>
      )}
      {!isWhole && (inAt ?? null) !== null && (
        <p>
          <Trans>You were checked in at the gate, so this is a cancellation like any other.</Trans>
        </p>
      )}
      <p>
        {company === undefined ? (
          <Trans>The money goes to your wallet and your pass ends.</Trans>
        ) : (
          <Trans>The money goes to {company}’s wallet and your pass ends.</Trans>
        )}
      </p>
    </Note>
  )
}
