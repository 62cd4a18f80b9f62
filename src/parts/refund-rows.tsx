import { Trans } from '@lingui/react/macro'
import { endOfMinute, type RefundOutlook, refundOutlook, type Refundable } from '../domain/cancellation.ts'
import { type Instant, MINUTE_MS } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import { useFormat } from '../i18n/format.ts'
import { PriceLines } from '../ui/price-lines.tsx'

export interface RefundRowsProps {
  readonly booking: Refundable
  readonly currency: Currency
  readonly zone: string
  readonly now: Instant
}

/** Returns the changes that differ on the clock: of several within one minute only the last is kept. */
function outlookByMinute(booking: Refundable, now: Instant): RefundOutlook {
  const { nowMinor, undoUntilMs, changes } = refundOutlook(booking, endOfMinute(now), 3)
  const minuteOf = ({ atMs }: { readonly atMs: Instant }) => Math.floor(atMs / MINUTE_MS)
  const readable = changes.filter((change, index) => {
    const next = changes[index + 1]
    return next === undefined || minuteOf(next) !== minuteOf(change)
  })
  return { nowMinor, undoUntilMs, changes: readable.slice(0, 2) }
}

/** The refund in money if cancelled now, and after each of the next moments at which it changes. */
export function RefundRows({ booking, currency, zone, now }: RefundRowsProps) {
  const format = useFormat()
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  const { nowMinor, undoUntilMs, changes } = outlookByMinute(booking, now)
  const when = (instant: Instant) => format.savedAt(instant, { zone, now })
  const first = changes[0]
  return (
    <PriceLines
      lines={[
        {
          key: 'now',
          label: <FirstLabel until={first === undefined ? null : when(first.atMs)} isUndo={undoUntilMs !== null} />,
          amount: <Trans>{money(nowMinor)} back</Trans>,
          tone: 'plain',
        },
        ...changes.map(({ atMs, refundMinor }) => ({
          key: atMs.toString(),
          label: <Trans>Cancel after {when(atMs)}</Trans>,
          amount: <Trans>{money(refundMinor)} back</Trans>,
          tone: 'plain' as const,
        })),
      ]}
    />
  )
}

/**
 * `until`: when the refund first decreases. An undo is labelled as such, because it counts from the booking and not
 * from the stay.
 */
function FirstLabel({ until, isUndo }: { readonly until: string | null; readonly isUndo: boolean }) {
  if (until === null) return <Trans>Cancel now</Trans>
  return isUndo ? <Trans>Undo before {until}</Trans> : <Trans>Cancel before {until}</Trans>
}
