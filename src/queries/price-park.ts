import { rulesOf } from '../contract/booked-rate.ts'
import type { Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import { priceStay, type StayError } from '../domain/price-stay.ts'
import type { PlanTerms, PreviousStay, Quote, Tariff, VehicleTypeId } from '../domain/tariff.ts'
import { systemClock } from '../lib/clock.ts'
import type { Result } from '../lib/result.ts'

export type { Park }

export interface PriceRequest {
  readonly fromMs: Instant
  readonly untilMs: Instant
  readonly vehicleTypeId: VehicleTypeId
  readonly previousStay?: PreviousStay | undefined
  readonly plan?: PlanTerms | undefined
}

interface Priced {
  readonly asked: string
  readonly price: Result<Quote, StayError>
}

/** The last price for each tariff: hundreds of car parks in a list share a few tariffs. */
const lastPriced = new WeakMap<Tariff, Priced>()

/** A quote states how long it is valid. */
const isStillGood = ({ price }: Priced): boolean => !price.ok || price.value.validUntilMs > systemClock.now()

/**
 * Returns the total of a stay, calculated on the phone from the saved tariff; the provider's own rule gives the same
 * lines.
 */
export function pricePark(
  park: Pick<Park, 'rate' | 'timezone'>,
  { fromMs, untilMs, vehicleTypeId, previousStay, plan }: PriceRequest,
): Result<Quote, StayError> {
  const rules = rulesOf(park.rate)
  const compute = (): Result<Quote, StayError> =>
    priceStay({
      ...rules,
      vehicleType: vehicleTypeId,
      from: fromMs,
      to: untilMs,
      zone: park.timezone,
      previousStay,
      plan,
    })
  if (previousStay !== undefined || plan !== undefined) return compute()
  const asked = [fromMs, untilMs, vehicleTypeId, park.timezone].join(' ')
  const last = lastPriced.get(rules.tariff)
  if (last?.asked === asked && isStillGood(last)) return last.price
  const price = compute()
  lastPriced.set(rules.tariff, { asked, price })
  return price
}

/** Returns the tariff of a car park, which limits its stays. */
export const tariffOf = (park: Pick<Park, 'rate'>): Tariff => rulesOf(park.rate).tariff
