import type { Park } from '../../src/contract/parks.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import type { LatLng } from '../../src/lib/cell.ts'
import type { SqlValue } from '../db/database.ts'

export interface ParkFilter {
  readonly country?: CountryCode
  readonly kind?: Park['kind']
  /** Normalised words; each must begin a word of the park. */
  readonly words?: readonly string[]
}

/** Values of a statement, numbered as they are added. */
export class Parameters {
  readonly values: SqlValue[] = []
  add(value: SqlValue): string {
    this.values.push(value)
    return `$${String(this.values.length)}`
  }
}

/** Country and kind of `parks p`; words are another matter. */
export function inFilter({ country, kind }: ParkFilter, parameters: Parameters): string {
  const all = ['true']
  if (country !== undefined) all.push(`p.country_code = ${parameters.add(country)}`)
  if (kind !== undefined) all.push(`p.kind = ${parameters.add(kind)}`)
  return all.join(' and ')
}

/**
 * The first parks of a filter as they are listed (those on the map, then the others, each in order of import), with `placed`. The walk
 * begins where the filter does, by comparing rows, and ends by its limit: with an equality instead, and no good statistics, the planner
 * may fetch and sort all that match, or walk another index and throw most of it away. Only one index has this order.
 */
export function firstListed({ country, kind }: ParkFilter, parameters: Parameters): string {
  const fixed = [
    ...(country === undefined ? [] : [{ column: 'p.country_code', value: parameters.add(country) }]),
    ...(kind === undefined ? [] : [{ column: 'p.kind', value: parameters.add(kind) }]),
  ]
  const columns = fixed.map(({ column }) => column)
  const order = [...columns, '(p.cell is null)', 'p.id']
  const start = [...fixed.map(({ value }) => `${value}::text`), 'false', '0']
  const isWanted = fixed.map(({ column, value }) => `${column} = ${value}`).join(' and ')
  return `select p.id, p.placed from (
    select p.id, p.cell is not null as placed${columns.map((column) => `, ${column}`).join('')} from parks p
     where (${order.join(', ')}) >= (${start.join(', ')}) order by ${order.join(', ')} limit ${parameters.add(SEARCH_LIMIT)}
  ) as p where ${isWanted === '' ? 'true' : isWanted}`
}

/** `parks_near`, for the part of a page. */
export function nearestListed(
  filter: ParkFilter,
  { lat, lng }: LatLng,
  page: { readonly parameters: Parameters; readonly offset: number; readonly length: number },
): string {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  const vector = [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
  const values = [vector, filter.country ?? null, filter.kind ?? null, page.offset, page.length]
  return `select id, lat, lng from parks_near(${values.map((value) => page.parameters.add(value)).join(', ')})`
}
