import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import type { StayError } from '../../domain/price-stay.ts'
import type { Quote } from '../../domain/tariff.ts'
import type { Result } from '../../lib/result.ts'
import { freeSpacesOf, type FreeSpaces } from '../../parts/free-spaces.ts'
import type { FreeForStay } from '../../parts/use-free-spaces.ts'
import { pricePark, type Park } from '../../queries/price-park.ts'
import type { ParkFilter, SortOrder } from '../../stores/map-view.ts'
import type { Stay } from '../../stores/search-draft.ts'

export interface ListedPark {
  readonly park: Park
  /** Straight line; null in a search by words. */
  readonly distanceMetres: number | null
  readonly price: Result<Quote, StayError>
  readonly spaces: FreeSpaces
  /** When the mirror got it, epoch milliseconds; null: it came from the provider just now. */
  readonly savedAt: number | null
}

export interface ListChoice {
  readonly stay: Stay
  readonly vehicleTypeId: VehicleTypeId
  readonly sort: SortOrder
  readonly filters: readonly ParkFilter[]
  /** What the provider has said of this stay. */
  readonly free: FreeForStay
}

const MIN_HEIGHT_METRES = 2

/** A park whose value is not known fails its filter: a van must not be sent under a beam that nobody measured. */
const PASSES: Readonly<Record<ParkFilter, (park: Park) => boolean>> = {
  height: (park) => park.height_limit_m !== null && park.height_limit_m >= MIN_HEIGHT_METRES,
  ev: (park) => (park.ev_chargers ?? 0) > 0,
  accessible: (park) => (park.accessible_spaces ?? 0) > 0,
  covered: (park) => park.covered === true,
}

const FILTERS: readonly ParkFilter[] = ['height', 'ev', 'accessible', 'covered']

/** Only filters that some park would pass and some would not: a chip that can only empty the list helps nobody. */
export const usefulFilters = (parks: readonly Park[]): readonly ParkFilter[] =>
  FILTERS.filter((filter) => parks.some(PASSES[filter]) && !parks.every(PASSES[filter]))

/** Minor units; parks that cannot be priced for this stay come last. Amounts of two currencies are compared as they are. */
const priceRank = ({ price }: ListedPark): number => (price.ok ? price.value.totalMinor : Number.POSITIVE_INFINITY)

/** The parks of a search with their totals, filtered and in order. Distances keep the order that they come in. */
export function listParks(
  parks: readonly (Park & { readonly distance_m?: number; readonly savedAt?: number })[],
  choice: ListChoice,
): readonly ListedPark[] {
  const listed = parks
    .filter((park) => choice.filters.every((filter) => PASSES[filter](park)))
    .map((park) => ({
      park,
      distanceMetres: park.distance_m ?? null,
      price: pricePark(park, { ...choice.stay, vehicleTypeId: choice.vehicleTypeId }),
      spaces: freeSpacesOf(park, choice.free.get(park.id)),
      savedAt: park.savedAt ?? null,
    }))
  return choice.sort === 'cheapest' ? listed.toSorted((a, b) => priceRank(a) - priceRank(b)) : listed
}
