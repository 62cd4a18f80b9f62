import { type Charger, chargePrice, SAMPLE_KWH } from '../../domain/chargers.ts'
import type { StayError } from '../../domain/price-stay.ts'
import type { Quote } from '../../domain/tariff.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Result } from '../../lib/result.ts'
import { pricePark } from '../../queries/price-park.ts'
import type { PlanOf } from '../../queries/use-plans.ts'
import type { NearbyPark } from '../../queries/use-parks-near.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import { type ChargingFilters, chargersThatMeet } from './charging-filters.ts'

export interface ChargingPark {
  readonly park: NearbyPark
  /** Those that meet the filters, cheapest first. */
  readonly chargers: readonly Charger[]
  readonly parking: Result<Quote, StayError>
  /** Price of the sample charge at the cheapest charger, minor units; null when unknown. */
  readonly chargeMinor: number | null
  /** Parking plus charging, minor units; null when either is unknown. */
  readonly totalMinor: number | null
}

interface Asked {
  readonly filters: ChargingFilters
  readonly stay: Pick<ChosenStay, 'from' | 'until' | 'vehicleTypeId'>
  readonly planOf: PlanOf
  readonly now: Instant
}

const minorOf = (charger: Charger, { currency }: NearbyPark): number | null =>
  chargePrice(charger, SAMPLE_KWH, currency)?.amountMinor ?? null
const orLast = (minor: number | null): number => minor ?? Number.POSITIVE_INFINITY

/** Compares without computing Infinity - Infinity. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b)

function toChargingPark(park: NearbyPark, { filters, stay, planOf, now }: Asked): ChargingPark {
  const met = chargersThatMeet(park.chargers ?? [], filters, { currency: park.currency, nowMs: now })
  const chargers = met.toSorted((a, b) => compare(orLast(minorOf(a, park)), orLast(minorOf(b, park))))
  const span = { fromMs: stay.from, untilMs: stay.until, vehicleTypeId: stay.vehicleTypeId }
  const parking = pricePark(park, { ...span, plan: planOf(park) })
  const [cheapest] = chargers
  const chargeMinor = cheapest === undefined ? null : minorOf(cheapest, park)
  const totalMinor = parking.ok && chargeMinor !== null ? parking.value.totalMinor + chargeMinor : null
  return { park, chargers, parking, chargeMinor, totalMinor }
}

/** Returns car parks with a matching charger: nearest first, or cheapest in total first, with unpriced ones last. */
export function chargingParks(parks: readonly NearbyPark[], asked: Asked): readonly ChargingPark[] {
  const found = parks.map((park) => toChargingPark(park, asked)).filter(({ chargers }) => chargers.length > 0)
  return asked.filters.cheapestFirst
    ? found.toSorted((a, b) => compare(orLast(a.totalMinor), orLast(b.totalMinor)))
    : found
}

/**
 * Returns the median of the known prices, which defines "cheap" here, in minor units. Returns null when fewer than two
 * are known.
 */
export function middlePrice(parks: readonly NearbyPark[]): number | null {
  const prices = parks
    .flatMap((park) => (park.chargers ?? []).map((charger) => minorOf(charger, park)))
    .filter((minor) => minor !== null)
    .toSorted((a, b) => a - b)
  return prices.length < 2 ? null : (prices[Math.floor((prices.length - 1) / 2)] ?? null)
}
