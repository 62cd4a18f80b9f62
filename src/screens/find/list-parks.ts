import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import type { StayError } from '../../domain/price-stay.ts'
import type { Quote } from '../../domain/tariff.ts'
import type { Result } from '../../lib/result.ts'
import { freeSpacesOf, type FreeSpaces, isClosedFor } from '../../parts/free-spaces.ts'
import type { FreeForStay } from '../../parts/use-free-spaces.ts'
import { pricePark, type Park } from '../../queries/price-park.ts'
import type { PlanOf } from '../../queries/use-plans.ts'
import type { ListOrder } from '../../stores/map-view.ts'
import type { Stay } from '../../stores/search-draft.ts'
import { passesAll } from './park-filters.ts'

export interface ListedPark {
  readonly park: Park
  /** Straight line; null in a text search. */
  readonly distanceMetres: number | null
  readonly price: Result<Quote, StayError>
  readonly spaces: FreeSpaces
  /** When the mirror stored it, epoch milliseconds; null when the provider has just sent it. */
  readonly savedAt: number | null
}

export interface ListChoice {
  readonly stay: Stay
  readonly vehicleTypeId: VehicleTypeId
  /** The discount of the driver's plan, by car park. */
  readonly planOf: PlanOf
}

/** Minor units; parks without a price for this stay come last. Currencies are not converted. */
const priceRank = ({ price }: ListedPark): number => (price.ok ? price.value.totalMinor : Number.POSITIVE_INFINITY)

type PricedPark = Omit<ListedPark, 'spaces'>

/** Prices the parks of a search, keeping their order. Hundreds take tens of milliseconds. */
export const toPriced = (
  parks: readonly (Park & { readonly distance_m?: number; readonly savedAt?: number })[],
  { stay, vehicleTypeId, planOf }: ListChoice,
): readonly PricedPark[] =>
  parks.map((park) => ({
    park,
    distanceMetres: park.distance_m ?? null,
    price: pricePark(park, { ...stay, vehicleTypeId, plan: planOf(park) }),
    savedAt: park.savedAt ?? null,
  }))

/** Adds the free spaces, which arrive later than the parks. */
export const withSpaces = (priced: readonly PricedPark[], free: FreeForStay): readonly ListedPark[] =>
  priced.map((item) => {
    const { park, price } = item
    return { ...item, spaces: { ...freeSpacesOf(park, free.get(park.id)), isClosed: isClosedFor(park, price) } }
  })

/** Filters, and sorts by price if chosen; otherwise keeps the incoming order, which is by distance. */
export function arrange(
  items: readonly ListedPark[],
  { sort, filters, vehicleTypeId }: ListOrder & Pick<ListChoice, 'vehicleTypeId'>,
): readonly ListedPark[] {
  const passed = items.filter((item) => passesAll(item, filters, { vehicleTypeId }))
  return sort === 'cheapest' ? passed.toSorted((a, b) => priceRank(a) - priceRank(b)) : passed
}
