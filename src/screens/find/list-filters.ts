import type { Park } from '../../queries/price-park.ts'
import { PARK_KINDS } from '../../stores/map-view.ts'
import { LIST_NEEDS, type ListFilters, type ListKind, type ListNeed } from './list-address.ts'

/** Same rule as the provider: an unknown value fails the filter. */
const HAS: Readonly<Record<ListNeed, (park: Park) => boolean>> = {
  covered: ({ covered }) => covered === true,
  ev: ({ ev_chargers: chargers }) => (chargers ?? 0) > 0,
  accessible: ({ accessible_spaces: spaces }) => (spaces ?? 0) > 0,
}

/** Whether a saved park passes the list's filters. */
export const passesList = (park: Park, { kind, needs, heightMetres }: ListFilters): boolean =>
  (kind === null || park.kind === kind) &&
  needs.every((need) => HAS[need](park)) &&
  (heightMetres === null || (park.height_limit_m !== null && park.height_limit_m >= heightMetres))

export type ListChip = ListNeed | ListKind | 'height'
export const LIST_CHIPS: readonly ListChip[] = ['covered', 'height', 'ev', 'accessible', ...PARK_KINDS]

const isNeed = (chip: ListChip): chip is ListNeed => LIST_NEEDS.some((need) => need === chip)

export const isOn = (chip: ListChip, { kind, needs, heightMetres }: ListFilters): boolean => {
  if (chip === 'height') return heightMetres !== null
  return isNeed(chip) ? needs.includes(chip) : kind === chip
}

/** Returns the filters with this chip toggled. At most one kind is active, since a park has only one. */
export function toggled(chip: ListChip, filters: ListFilters, neededMetres: number): ListFilters {
  const on = !isOn(chip, filters)
  const { kind, needs, heightMetres } = filters
  if (chip === 'height') return { kind, needs, heightMetres: on ? neededMetres : null }
  if (!isNeed(chip)) return { kind: on ? chip : null, needs, heightMetres }
  return { kind, needs: on ? [...needs, chip] : needs.filter((need) => need !== chip), heightMetres }
}

export interface KnownParks {
  readonly parks: readonly Park[]
  /** False when `parks` holds only those that pass the active filters. */
  readonly isWhole: boolean
}

/** Returns how many car parks would pass with this filter added; returns null when only the provider can tell. */
export function countWith(
  chip: ListChip,
  { parks, isWhole }: KnownParks,
  { filters, neededMetres }: { readonly filters: ListFilters; readonly neededMetres: number },
): number | null {
  const isKind = chip !== 'height' && !isNeed(chip)
  // Parks of other kinds have already been filtered out.
  if (!isWhole && isKind && !isOn(chip, filters)) return null
  const wanted = isOn(chip, filters) ? filters : toggled(chip, filters, neededMetres)
  return parks.filter((park) => passesList(park, wanted)).length
}
