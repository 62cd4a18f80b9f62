// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Instant } from '../../../domain/instant.ts'
import type { Currency } from '../../../domain/money.ts'
import type { ShownStay, TariffFault, TariffProblem } from '../../../domain/tariff-problem.ts'
import { useFormat } from '../../../i18n/format.ts'
import { unreachable } from '../../../lib/assert.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { TriangleIcon } from '../../../ui/icons-state.tsx'
import { Note } from '../../../ui/note.tsx'
import styles from '../prices.module.css'

function FaultText({ fault, number }: { readonly fault: TariffFault; readonly number: number }) {
  switch (fault) {
    case 'hole':
      return <Trans>An open hour has no price. If you close then, change the opening hours first.</Trans>
    case 'overlap':
      return <Trans>Hours {number} overlap other hours.</Trans>
    case 'negative':
      return <Trans>A price is below zero.</Trans>
    case 'steps_out_of_order':
      return <Trans>Later prices of hours {number} aren’t in order.</Trans>
    case 'falls':
      return <Trans>A longer stay costs less.</Trans>
    case 'maximum_below_step':
      return <Trans>A maximum is below the first price.</Trans>
    case 'stay_bounds':
      return <Trans>The shortest stay is longer than the longest.</Trans>
    case 'package_never':
      return <Trans>No stay is cheaper by special price {number}.</Trans>
    default:
      return unreachable(fault)
  }
}

interface StayTextProps {
  readonly stay: ShownStay
  readonly zone: string
  readonly currency: Currency
}

/** A stay that shows a problem, with its new and its current price. */
function StayText({ stay, zone, currency }: StayTextProps) {
  const format = useFormat()
  const now = useNow()
  const when = format.stay(stay.from, stay.to, { zone, now })
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  return (
    <p>
      {when}: {stay.totalMinor === null ? <Trans>can’t be booked</Trans> : <strong>{money(stay.totalMinor)}</strong>}
      {' · '}
      {stay.beforeMinor === null ? <Trans>can’t be booked now</Trans> : <Trans>now {money(stay.beforeMinor)}</Trans>}
    </p>
  )
}

interface PriceProblemsProps {
  readonly problems: readonly TariffProblem[]
  readonly zone: string
  readonly currency: Currency
  readonly onShow: (stay: { readonly from: Instant; readonly until: Instant }) => void
}

/** Problems of the prices as typed, each with a stay that shows it. */
export function PriceProblems({ problems, onShow, ...told }: PriceProblemsProps) {
  return problems.map(({ fault, place, stay, other }) => (
    <Note
      key={`${fault} ${place?.list ?? ''} ${String(place?.index)}`}
      tone="warning"
      icon={<TriangleIcon size={24} />}
      title={<FaultText fault={fault} number={(place?.index ?? 0) + 1} />}
    >
      <StayText stay={stay} {...told} />
      {other !== null && <StayText stay={other} {...told} />}
      <div className={styles.start}>
        <Button kind="plain" size="small" onClick={() => onShow({ from: stay.from, until: stay.to })}>
          <Trans>Show this stay</Trans>
        </Button>
      </div>
    </Note>
  ))
}
