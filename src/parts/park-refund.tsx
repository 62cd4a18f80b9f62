import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import type { Instant } from '../domain/instant.ts'
import type { PlanTerms, PreviousStay, Quote, VehicleTypeId } from '../domain/tariff.ts'
import type { Park } from '../contract/parks.ts'
import { hasOwnPolicy, refundableWanted } from '../queries/price-cancel.ts'
import { RefundRows } from './refund-rows.tsx'
import styles from './parts.module.css'
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
  /** For a stay that is booked again: when it was first booked, from which its undo period runs. */
  readonly bookedAt?: Instant
}

/** What cancelling would refund if this stay were booked now, under the car park's policy. */
export function ParkRefund({ park, stay, quote, bookedAt }: ParkRefundProps) {
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
    <>
      <RefundRows
        booking={refundableWanted(park, wanted, bookedAt ?? now)}
        currency={quote.currency}
        zone={park.timezone}
        now={now}
      />
      {hasOwnPolicy(park) && (
        <p className={styles.small}>
          <Trans>
            This car park has its own <Link to={routes.cancellation.href()}>cancellation policy</Link>.
          </Trans>
        </p>
      )}
    </>
  )
}
