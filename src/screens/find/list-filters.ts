import type { Park } from '../../queries/price-park.ts'
import { PARK_KINDS } from '../../stores/map-view.ts'
import { LIST_NEEDS, type ListFilters, type ListKind, type ListNeed } from './list-address.ts'

/** As the provider counts: a park whose value is not known fails. */
const HAS: Readonly<Record<ListNeed, (park: Park) => boolean>> = {
  covered: ({ covered }) => covered === true,
  ev: ({ ev_chargers: chargers }) => (chargers ?? 0) > 0,
  accessible: ({ accessible_spaces: spaces }) => (spaces ?? 0) > 0,
}

/** Whether a saved park belongs to the list. */
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

/** The filters with this one changed; of kinds one at most, which no park has two of. */
export function toggled(chip: ListChip, filters: ListFilters, neededMetres: number): ListFilters {
  const on = !isOn(chip, filters)
  const { kind, needs, heightMetres } = filters
  if (chip === 'height') return { kind, needs, heightMetres: on ? neededMetres : null }
  if (!isNeed(chip)) return { kind: on ? chip : null, needs, heightMetres }
  return { kind, needs: on ? [...needs, chip] : needs.filter((need) => need !== chip), heightMetres }
}

export interface KnownParks {
  readonly parks: readonly Park[]
  /** False: those that pass the filters that are on. */
  readonly isWhole: boolean
}

/** How many car parks the list would have with that filter beside those that are on; null where only the provider could tell. */
export function countWith(
  chip: ListChip,
  { parks, isWhole }: KnownParks,
  { filters, neededMetres }: { readonly filters: ListFilters; readonly neededMetres: number },
): number | null {
  const isKind = chip !== 'height' && !isNeed(chip)
  // What another kind has was left out before it came here.
  if (!isWhole && isKind && !isOn(chip, filters)) return null
  const wanted = isOn(chip, filters) ? filters : toggled(chip, filters, neededMetres)
  return parks.filter((park) => passesList(park, wanted)).length
}
