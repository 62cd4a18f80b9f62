import type { Park } from '../../src/contract/parks.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import type { LatLng } from '../../src/lib/cell.ts'
import type { SqlValue } from '../db/database.ts'

/** What a park must have. Unknown counts as missing. */
export interface ParkNeeds {
  readonly covered: boolean
  readonly charging: boolean
  readonly accessible: boolean
  /** Height the vehicle needs, in metres; null for any. */
  readonly heightMetres: number | null
}

export const NO_NEEDS: ParkNeeds = { covered: false, charging: false, accessible: false, heightMetres: null }

export interface ParkFilter {
  readonly country?: CountryCode
  readonly kind?: Park['kind']
  /** Normalised words; each must be the beginning of a word of the park, or equal one except for a typing error. */
  readonly words?: readonly string[]
  readonly needs?: ParkNeeds
}

export const hasNeeds = ({ covered, charging, accessible, heightMetres }: ParkNeeds): boolean =>
  covered || charging || accessible || heightMetres !== null

/** Collects a statement's values and numbers them. */
export class Parameters {
  readonly values: SqlValue[] = []
  add(value: SqlValue): string {
    this.values.push(value)
    return `$${String(this.values.length)}`
  }
}

/** Filters `parks p` by country, kind and needs; words are handled separately. */
export function inFilter({ country, kind, needs = NO_NEEDS }: ParkFilter, parameters: Parameters): string {
  const all = ['true']
  if (country !== undefined) all.push(`p.country_code = ${parameters.add(country)}`)
  if (kind !== undefined) all.push(`p.kind = ${parameters.add(kind)}`)
  if (needs.covered) all.push('p.covered')
  if (needs.charging) all.push('p.ev_chargers > 0')
  if (needs.accessible) all.push('p.accessible_spaces > 0')
  if (needs.heightMetres !== null) all.push(`p.height_limit_m >= ${parameters.add(needs.heightMetres)}`)
  return all.join(' and ')
}

// Same order as in park_filters, migration 0012.
const KINDS: readonly Park['kind'][] = ['garage', 'lot', 'street', 'airport', 'stadium', 'station', 'unknown']
const FILTERED_COUNTRIES: readonly CountryCode[] = ['NG', 'US', 'CA', 'SN']
const HEIGHTS = [1.9, 2.1, 2.4, 3]
const FIRST_COUNTRY = 320

/** The number of the filter in `park_filters`. A height between two steps counts as the lower one. */
export function filterNumber({ kind, needs = NO_NEEDS }: ParkFilter): number {
  const high = needs.heightMetres ?? 0
  const must = Number(needs.covered) + 2 * Number(needs.charging) + 4 * Number(needs.accessible)
  return (
    40 * (kind === undefined ? 0 : KINDS.indexOf(kind) + 1) + 5 * must + HEIGHTS.filter((step) => step <= high).length
  )
}

const countryNumber = (country: CountryCode): number => FIRST_COUNTRY + FILTERED_COUNTRIES.indexOf(country)

/** Selects the rows of `park_counts` or `park_blocks` for the filter, one per country. */
export function countedBy(filter: ParkFilter, parameters: Parameters): string {
  const ofFilter = `filter = ${parameters.add(filterNumber(filter))}`
  return filter.country === undefined ? ofFilter : `${ofFilter} and country_code = ${parameters.add(filter.country)}`
}

interface Walk {
  readonly parameters: Parameters
  /** Whether to walk parks on the map, which come first, or the others. */
  readonly isPlaced: boolean
  /** Ids greater than this. */
  readonly afterId: number
  readonly offset: number
  readonly length: number
}

/**
 * Lists parks of a country and kind in import order. A row comparison sets the start of the index walk and the limit
 * its end: with an equality instead, and poor statistics, the planner may fetch and sort all matches, or walk another
 * index and discard most of it. Only one index has this order.
 */
export function listed({ country, kind }: ParkFilter, walk: Walk): string {
  const { parameters, isPlaced, afterId, offset, length } = walk
  const fixed = [
    ...(country === undefined ? [] : [{ column: 'p.country_code', value: parameters.add(country) }]),
    ...(kind === undefined ? [] : [{ column: 'p.kind', value: parameters.add(kind) }]),
  ]
  const columns = fixed.map(({ column }) => column)
  const order = [...columns, '(p.cell is null)', 'p.id']
  const start = [...fixed.map(({ value }) => `${value}::text`), String(!isPlaced), parameters.add(afterId)]
  const isWanted = [...fixed.map(({ column, value }) => `${column} = ${value}`), `p.unplaced = ${String(!isPlaced)}`]
  return `select p.id from (
    select p.id, p.cell is null as unplaced${columns.map((column) => `, ${column}`).join('')} from parks p
     where (${order.join(', ')}) > (${start.join(', ')}) order by ${order.join(', ')} limit ${parameters.add(length)} offset ${parameters.add(offset)}
  ) as p where ${isWanted.join(' and ')}`
}

/** Lists the first parks on the map of a country and kind, up to the search limit. */
export const firstListed = (filter: ParkFilter, parameters: Parameters): string =>
  listed(filter, { parameters, isPlaced: true, afterId: 0, offset: 0, length: SEARCH_LIMIT })

interface NearWalk {
  readonly parameters: Parameters
  readonly offset: number
  readonly length: number
  /** The park after which to begin. */
  readonly after?: number | undefined
}

/** Calls `parks_near` for one page. */
export function nearestListed(filter: ParkFilter, { lat, lng }: LatLng, walk: NearWalk): string {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  const vector = [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
  const country = filter.country === undefined ? null : countryNumber(filter.country)
  const { offset, length, after } = walk
  const page = [offset, length, after ?? null, SEARCH_LIMIT]
  const values = [vector, country, filterNumber(filter), filter.needs?.heightMetres ?? null, ...page]
  return `select id, lat, lng from parks_near(${values.map((value) => walk.parameters.add(value)).join(', ')})`
}
