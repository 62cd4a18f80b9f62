import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { walkingMinutes } from '../../lib/walking.ts'
import { PARK_KINDS, type ParkFilter } from '../../stores/map-view.ts'
import type { ListedPark } from './list-parks.ts'

/**
 * Approximate clearance for each vehicle type with a roof rack, metres. Drivers of higher vehicles see the limit on the
 * card.
 */
export const NEEDED_HEIGHT_METRES: Readonly<Record<VehicleTypeId, number>> = { 1: 2, 2: 2, 3: 2.6, 4: 4 }
/** Few people park farther away than this. */
export const SHORT_WALK_MINUTES = 10

export interface FilterFacts {
  readonly vehicleTypeId: VehicleTypeId
}

/** An unknown value fails the filter: a van must not be sent under a beam that was never measured. */
const PASSES: Readonly<Record<ParkFilter, (item: ListedPark, facts: FilterFacts) => boolean>> = {
  free: ({ spaces }) =>
    spaces.isForStay && spaces.isClosed !== true && spaces.available !== null && spaces.available > 0,
  // A price for the whole stay means that the park is open and accepts its length.
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

/** Whether the park passes all filters; of the kinds, which exclude each other, one match is enough. */
export function passesAll(item: ListedPark, filters: readonly ParkFilter[], facts: FilterFacts): boolean {
  const passes = (filter: ParkFilter): boolean => PASSES[filter](item, facts)
  const kinds = filters.filter((filter) => KINDS.has(filter))
  return filters.every((filter) => KINDS.has(filter) || passes(filter)) && (kinds.length === 0 || kinds.some(passes))
}

export interface FilterOffer {
  readonly filter: ParkFilter
  /** Number of car parks that pass this filter together with the active ones. */
  readonly count: number
}

/**
 * Returns filters that some parks pass and some do not (others would change nothing or empty the list), plus the active
 * ones, so that they can be turned off.
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
