import { taxFromWire, tariffFromWire } from '../contract/tariff-case.ts'
import type { PriceRulesWire } from '../contract/tariff.ts'
import type { Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import { priceStay, type StayError } from '../domain/price-stay.ts'
import type { Quote, Tariff, Tax, VehicleTypeId } from '../domain/tariff.ts'
import type { Result } from '../lib/result.ts'

export type { Park }

export interface PriceRequest {
  readonly fromMs: Instant
  readonly untilMs: Instant
  readonly vehicleTypeId: VehicleTypeId
}

interface Rules {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
}

/** A list of two hundred parks is priced again at each change of the times: the wire shape is read once a row. */
const rulesByRate = new WeakMap<PriceRulesWire, Rules>()

export function rulesOf(rate: PriceRulesWire): Rules {
  const known = rulesByRate.get(rate)
  if (known !== undefined) return known
  const rules = { tariff: tariffFromWire(rate.tariff), taxes: rate.taxes.map(taxFromWire) }
  rulesByRate.set(rate, rules)
  return rules
}

/** The total of a stay, computed on the phone from the saved tariff; the provider's own rule gives the same lines. */
export function pricePark(
  park: Pick<Park, 'rate' | 'timezone'>,
  { fromMs, untilMs, vehicleTypeId }: PriceRequest,
): Result<Quote, StayError> {
  return priceStay({
    ...rulesOf(park.rate),
    vehicleType: vehicleTypeId,
    from: fromMs,
    to: untilMs,
    zone: park.timezone,
  })
}
