import type { Instant } from '../domain/instant.ts'
import type { PlanTerms, PreviousStay, Quote, VehicleTypeId } from '../domain/tariff.ts'
import type { Park } from '../contract/parks.ts'
import { refundableWanted } from '../queries/price-cancel.ts'
import { RefundRows } from './refund-rows.tsx'
import { useNow } from './use-now.ts'

export interface ParkRefundProps {
  readonly park: Pick<Park, 'rate' | 'timezone'>
  readonly stay: {
    readonly from: Instant
    readonly until: Instant
    readonly vehicleTypeId: VehicleTypeId
    readonly previousStay?: PreviousStay | undefined
    readonly plan?: PlanTerms | undefined
  }
  readonly quote: Quote
}

/** What a cancel would give back if this stay were booked now. */
export function ParkRefund({ park, stay, quote }: ParkRefundProps) {
  const now = useNow()
  const wanted = {
    startMs: stay.from,
    endMs: stay.until,
    totalMinor: quote.totalMinor,
    vehicleType: stay.vehicleTypeId,
    previousStay: stay.previousStay,
    plan: stay.plan,
  }
  return (
    <RefundRows
      booking={refundableWanted(park, wanted, now)}
      currency={quote.currency}
      zone={park.timezone}
      now={now}
    />
  )
}
