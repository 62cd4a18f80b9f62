import type { Park } from '../../src/contract/parks.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { cellOf, cellRanges, distanceMetres, type Cell, type LatLng } from '../../src/lib/cell.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable, SqlValue } from '../db/database.ts'
import { availableSpaces } from '../rules/availability.ts'
import { SELECT_PARK, toPark, type ParkRow } from './park-row.ts'

export interface ParkFilter {
  readonly country?: CountryCode
  readonly kind?: Park['kind']
  /** Normalised words; each must begin a word of the park. */
  readonly words?: readonly string[]
}

export interface ParkPage {
  readonly page: number
  readonly size: number
  readonly nowMs: number
}

export interface ParkRows {
  readonly items: readonly Park[]
  readonly total: number
}

/** Values of a statement, numbered as they are added. */
class Parameters {
  readonly values: SqlValue[] = []
  add(value: SqlValue): string {
    this.values.push(value)
    return `$${String(this.values.length)}`
  }
}

/** Above every character of a normalised word. */
const LAST = '\u{10ffff}'

function conditions(filter: ParkFilter, parameters: Parameters): string {
  const all = ['true']
  if (filter.country !== undefined) all.push(`p.country_code = ${parameters.add(filter.country)}`)
  if (filter.kind !== undefined) all.push(`p.kind = ${parameters.add(filter.kind)}`)
  for (const word of filter.words ?? []) {
    const [from, to] = [parameters.add(word), parameters.add(word + LAST)]
    all.push(`p.id in (select k.park_id from park_tokens k where k.token >= ${from} and k.token < ${to})`)
  }
  return all.join(' and ')
}

async function countParks(db: Queryable, filter: ParkFilter, further: string): Promise<number> {
  const parameters = new Parameters()
  const where = conditions(filter, parameters)
  const [row] = await db.query<{ total: number }>(
    `select count(*) as total from parks p where ${where} and ${further}`,
    parameters.values,
  )
  return must(row, 'count of parks').total
}

/** In order of import, those on the map first. The page is chosen before its bookings are counted. */
export async function listParks(db: Queryable, filter: ParkFilter, { page, size, nowMs }: ParkPage): Promise<ParkRows> {
  const parameters = new Parameters()
  const where = conditions(filter, parameters)
  const [limit, offset] = [parameters.add(size), parameters.add((page - 1) * size)]
  const [rows, total] = await Promise.all([
    db.query<{ id: number }>(
      `select p.id from parks p where ${where} order by p.lat is null, p.id limit ${limit} offset ${offset}`,
      parameters.values,
    ),
    countParks(db, filter, 'true'),
  ])
  const ids = rows.map(({ id }) => id)
  const parks = new Map((await findParksById(db, ids, nowMs)).map((park) => [park.id, park]))
  return { items: ids.flatMap((id) => parks.get(id) ?? []), total }
}

interface Candidate extends LatLng {
  readonly id: number
}
interface Near {
  readonly id: number
  readonly metres: number
}

/** Widening circles: most questions are answered by the first. Beyond the last every park on the map is measured. */
const RADII_METRES = [5_000, 25_000, 100_000, 400_000]

interface Circle {
  readonly centre: LatLng
  /** Infinity: the whole map. */
  readonly radiusMetres: number
}

async function findWithin(
  db: Queryable,
  filter: ParkFilter,
  { centre, radiusMetres }: Circle,
): Promise<readonly Near[]> {
  const parameters = new Parameters()
  const where = conditions(filter, parameters)
  const everywhere = radiusMetres === Infinity
  const ranges = everywhere ? [] : cellRanges(centre, radiusMetres)
  const from = everywhere
    ? 'parks p'
    : `unnest(${parameters.add(ranges.map(([low]) => low))}::int[], ${parameters.add(ranges.map(([, high]) => high))}::int[]) as r(low, high)
       join parks p on p.cell between r.low and r.high`
  const rows = await db.query<Candidate>(
    `select p.id, p.lat, p.lng from ${from} where ${where} and p.cell is not null`,
    parameters.values,
  )
  return rows
    .map((row) => ({ id: row.id, metres: distanceMetres(centre, row) }))
    .filter(({ metres }) => metres <= radiusMetres)
    .toSorted((a, b) => a.metres - b.metres || a.id - b.id)
}

export interface NearPage extends ParkPage {
  readonly centre: LatLng
}

/** Nearest first with `distance_m`; parks without coordinates are nowhere near. */
export async function listParksNear(db: Queryable, filter: ParkFilter, near: NearPage): Promise<ParkRows> {
  const { centre, page, size, nowMs } = near
  const total = await countParks(db, filter, 'p.cell is not null')
  const wanted = Math.min(total, page * size)
  let found: readonly Near[] = []
  for (const radiusMetres of [...RADII_METRES, Infinity]) {
    found = await findWithin(db, filter, { centre, radiusMetres })
    if (found.length >= wanted) break
  }
  const shown = found.slice((page - 1) * size, page * size)
  const parks = new Map(
    (
      await findParksById(
        db,
        shown.map(({ id }) => id),
        nowMs,
      )
    ).map((park) => [park.id, park]),
  )
  const items = shown.flatMap(({ id, metres }) => {
    const park = parks.get(id)
    return park === undefined ? [] : [{ ...park, distance_m: Math.round(metres) }]
  })
  return { items, total }
}

async function findParksById(db: Queryable, ids: readonly number[], nowMs: number): Promise<readonly Park[]> {
  if (ids.length === 0) return []
  const rows = await db.query<ParkRow>(`${SELECT_PARK} where p.id = any($2::int[])`, [new Date(nowMs), ids])
  return rows.map((row) => toPark(row, nowMs))
}

export type ParkKey = { readonly id: number } | { readonly code: string } | { readonly slug: string }

export async function findPark(db: Queryable, key: ParkKey, nowMs: number): Promise<Park | undefined> {
  const [column, value] = 'id' in key ? ['id', key.id] : 'code' in key ? ['code', key.code] : ['slug', key.slug]
  const [row] = await db.query<ParkRow>(`${SELECT_PARK} where p.${column} = $2`, [new Date(nowMs), value])
  return row === undefined ? undefined : toPark(row, nowMs)
}

/** Every park of each cell, in order of id; an empty cell has an empty list. */
export async function listParksOfCells(
  db: Queryable,
  cells: readonly Cell[],
  nowMs: number,
): Promise<ReadonlyMap<Cell, readonly Park[]>> {
  const rows = await db.query<ParkRow>(`${SELECT_PARK} where p.cell = any($2::int[]) order by p.id`, [
    new Date(nowMs),
    cells,
  ])
  const tiles = new Map<Cell, Park[]>(cells.map((cell) => [cell, []]))
  for (const row of rows) {
    const cell = cellOf(must(row.lat, 'latitude'), must(row.lng, 'longitude'))
    must(tiles.get(cell), 'tile of a stored cell').push(toPark(row, nowMs))
  }
  return tiles
}

/** Spaces taken at the fullest moment of the span. */
export async function countTaken(
  db: Queryable,
  parkId: number,
  span: { readonly from: number; readonly to: number; readonly nowMs: number },
): Promise<number> {
  const [row] = await db.query<{ taken: number }>('select peak_occupancy($1, $2, $3, $4, null) as taken', [
    parkId,
    new Date(span.from),
    new Date(span.to),
    new Date(span.nowMs),
  ])
  return must(row, 'occupancy').taken
}

/** Of each park that exists, the spaces that no booking takes at the fullest moment of the span. */
export async function listFreeSpaces(
  db: Queryable,
  ids: readonly number[],
  span: { readonly from: number; readonly to: number; readonly nowMs: number },
): Promise<readonly { readonly park_id: number; readonly available: number | null }[]> {
  const rows = await db.query<{ id: number; capacity: number | null; taken: number }>(
    `select p.id, p.capacity, peak_occupancy(p.id, $2, $3, $4, null) as taken
       from parks p where p.id = any($1::int[]) order by p.id`,
    [ids, new Date(span.from), new Date(span.to), new Date(span.nowMs)],
  )
  return rows.map(({ id, capacity, taken }) => ({ park_id: id, available: availableSpaces(capacity, taken) }))
}
