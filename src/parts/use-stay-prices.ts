import { useMemo } from 'react'
import type { Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import { type FreeReason, freeReasonOf, type PriceAt, rememberPrices } from '../domain/next-step.ts'
import { type StayBounds, stayBounds, tariffDayEnd } from '../domain/stay-bounds.ts'
import { type StayChoice, stayChoices } from '../domain/stay-choices.ts'
import type { PlanTerms, PreviousStay, VehicleTypeId } from '../domain/tariff.ts'
import { tariffOf } from '../queries/price-park.ts'
import { quoteStay } from './quote-stay.ts'

/** What the picker needs to know about a car park. */
export type PricedPark = Pick<Park, 'rate' | 'timezone' | 'currency'>

export interface PickedStay {
  readonly from: Instant
  readonly until: Instant
  readonly vehicleTypeId: VehicleTypeId
  readonly previousStay?: PreviousStay | undefined
  readonly plan?: PlanTerms | undefined
}

export interface StayPrices {
  readonly priceAt: PriceAt
  /** See `AskedStay`. */
  readonly neverFalls: boolean
  readonly bounds: StayBounds
  /** Only those with a price. */
  readonly choices: readonly StayChoice[]
}

/**
 * Returns the price of every possible end of a stay with this start; each is computed only once, however often the end
 * moves.
 */
export function useStayPrices(
  { rate, timezone: zone }: PricedPark,
  { from, vehicleTypeId, previousStay, plan }: PickedStay,
): StayPrices {
  return useMemo(() => {
    const tariff = tariffOf({ rate })
    const priceAt = rememberPrices((until) => {
      const price = quoteStay({ rate, timezone: zone }, { from, until, vehicleTypeId, previousStay, plan })
      return price.ok ? price.value.totalMinor : null
    })
    const start = { from, zone }
    const choices = stayChoices(start, tariffDayEnd(start, tariff)).filter(({ until }) => priceAt(until) !== null)
    const isPlain = previousStay === undefined && plan === undefined
    const neverFalls = isPlain && tariff.packages.length === 0 && tariff.events.length === 0
    return { priceAt, neverFalls, bounds: stayBounds(start, tariff), choices }
  }, [rate, zone, from, vehicleTypeId, previousStay, plan])
}

/** Returns why a longer stay costs no more. */
export function freeReason(park: PricedPark, stay: PickedStay, end: Instant): FreeReason {
  const now = quoteStay(park, stay)
  const longer = quoteStay(park, { ...stay, until: end })
  return now.ok && longer.ok ? freeReasonOf(now.value, longer.value) : 'started'
}
