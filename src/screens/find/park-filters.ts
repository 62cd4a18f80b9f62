import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { walkingMinutes } from '../../lib/walking.ts'
import { PARK_KINDS, type ParkFilter } from '../../stores/map-view.ts'
import type { ListedPark } from './list-parks.ts'

/** About what a vehicle of the type needs over it with a rack on its roof, metres. A driver with a higher one reads the limit on the card. */
export const NEEDED_HEIGHT_METRES: Readonly<Record<VehicleTypeId, number>> = { 1: 2, 2: 2, 3: 2.6, 4: 4 }
/** Farther than this few people leave a car. */
export const SHORT_WALK_MINUTES = 10

export interface FilterFacts {
  readonly vehicleTypeId: VehicleTypeId
}

/** A park whose value is not known fails its filter: a van must not be sent under a beam that nobody measured. */
const PASSES: Readonly<Record<ParkFilter, (item: ListedPark, facts: FilterFacts) => boolean>> = {
  free: ({ spaces }) =>
    spaces.isForStay && spaces.isClosed !== true && spaces.available !== null && spaces.available > 0,
  // Priced for the whole of it: open, and neither too short nor too long.
  open: ({ price }) => price.ok,
  walk: ({ distanceMetres }) => distanceMetres !== null && walkingMinutes(distanceMetres) <= SHORT_WALK_MINUTES,
  covered: ({ park }) => park.covered === true,
  height: ({ park }, { vehicleTypeId }) =>
    park.height_limit_m !== null && park.height_limit_m >= NEEDED_HEIGHT_METRES[vehicleTypeId],
  ev: ({ park }) => (park.ev_chargers ?? 0) > 0,
  accessible: ({ park }) => (park.accessible_spaces ?? 0) > 0,
  garage: ({ park }) => park.kind === 'garage',
  lot: ({ park }) => park.kind === 'lot',
  street: ({ park }) => park.kind === 'street',
  airport: ({ park }) => park.kind === 'airport',
  stadium: ({ park }) => park.kind === 'stadium',
  station: ({ park }) => park.kind === 'station',
}

const FILTERS = Object.keys(PASSES) as ParkFilter[]
const KINDS: ReadonlySet<ParkFilter> = new Set(PARK_KINDS)

/** All of the filters; of kinds, which no park has two of, any. */
export function passesAll(item: ListedPark, filters: readonly ParkFilter[], facts: FilterFacts): boolean {
  const passes = (filter: ParkFilter): boolean => PASSES[filter](item, facts)
  const kinds = filters.filter((filter) => KINDS.has(filter))
  return filters.every((filter) => KINDS.has(filter) || passes(filter)) && (kinds.length === 0 || kinds.some(passes))
}

export interface FilterOffer {
  readonly filter: ParkFilter
  /** How many car parks the list has with this filter and those that are on. */
  readonly count: number
}

/**
 * Filters that some park would pass and some would not, since a chip that can only empty the list helps nobody; and those that are
 * on, which could not be taken off otherwise.
 */
export function offerFilters(
  items: readonly ListedPark[],
  on: readonly ParkFilter[],
  facts: FilterFacts,
): readonly FilterOffer[] {
  const isUseful = (filter: ParkFilter): boolean => {
    const passed = items.filter((item) => PASSES[filter](item, facts)).length
    return passed > 0 && passed < items.length
  }
  const countWith = (filter: ParkFilter): number => {
    const others = on.filter((other) => !KINDS.has(filter) || !KINDS.has(other))
    return items.filter((item) => passesAll(item, [...others, filter], facts)).length
  }
  return FILTERS.filter((filter) => on.includes(filter) || isUseful(filter)).map((filter) => ({
    filter,
    count: countWith(filter),
  }))
}
