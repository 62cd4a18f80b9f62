import { DEFAULT_REFUND_POLICY, refundStepsOf } from '../domain/cancellation.ts'
import type { Instant } from '../domain/instant.ts'
import type { Quote } from '../domain/tariff.ts'
import type { Park } from '../contract/parks.ts'
import { RefundRows } from './refund-rows.tsx'
import { useNow } from './use-now.ts'

export interface ParkRefundProps {
  readonly park: Pick<Park, 'timezone' | 'rate'>
  readonly stay: { readonly from: Instant; readonly until: Instant }
  readonly quote: Quote
}

/** What a cancel would give back if this stay were booked. */
export function ParkRefund({ park, stay, quote }: ParkRefundProps) {
  const now = useNow()
  const times = { startMs: stay.from, endMs: stay.until }
  return (
    <RefundRows
      booking={{
        ...times,
        totalMinor: quote.totalMinor,
        unitMinutes: park.rate.tariff.unit_minutes,
        steps: refundStepsOf(DEFAULT_REFUND_POLICY, times),
      }}
      currency={quote.currency}
      zone={park.timezone}
      now={now}
    />
  )
}
