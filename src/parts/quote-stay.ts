import type { Instant } from '../domain/instant.ts'
import type { StayError } from '../domain/price-stay.ts'
import type { PlanTerms, PreviousStay, Quote, VehicleTypeId } from '../domain/tariff.ts'
import type { Result } from '../lib/result.ts'
import { pricePark } from '../queries/price-park.ts'
import type { Park } from '../contract/parks.ts'

/** Computes the price of the chosen stay on the phone; cheap enough for every render (see bench/quote). */
export const quoteStay = (
  park: Pick<Park, 'rate' | 'timezone'>,
  stay: {
    readonly from: Instant
    readonly until: Instant
    readonly vehicleTypeId: VehicleTypeId
    readonly previousStay?: PreviousStay | undefined
    readonly plan?: PlanTerms | undefined
  },
): Result<Quote, StayError> =>
  pricePark(park, {
    fromMs: stay.from,
    untilMs: stay.until,
    vehicleTypeId: stay.vehicleTypeId,
    previousStay: stay.previousStay,
    plan: stay.plan,
  })
