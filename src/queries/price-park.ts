import { rulesOf } from '../contract/booked-rate.ts'
import type { Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import { priceStay, type StayError } from '../domain/price-stay.ts'
import type { PlanTerms, PreviousStay, Quote, Tariff, VehicleTypeId } from '../domain/tariff.ts'
import type { Result } from '../lib/result.ts'

export type { Park }

export interface PriceRequest {
  readonly fromMs: Instant
  readonly untilMs: Instant
  readonly vehicleTypeId: VehicleTypeId
  readonly previousStay?: PreviousStay | undefined
  readonly plan?: PlanTerms | undefined
}

/** The total of a stay, computed on the phone from the saved tariff; the provider's own rule gives the same lines. */
export function pricePark(
  park: Pick<Park, 'rate' | 'timezone'>,
  { fromMs, untilMs, vehicleTypeId, previousStay, plan }: PriceRequest,
): Result<Quote, StayError> {
  return priceStay({
    ...rulesOf(park.rate),
    vehicleType: vehicleTypeId,
    from: fromMs,
    to: untilMs,
    zone: park.timezone,
    previousStay,
    plan,
  })
}

/** The tariff of a car park: what its stays may be. */
export const tariffOf = (park: Pick<Park, 'rate'>): Tariff => rulesOf(park.rate).tariff
