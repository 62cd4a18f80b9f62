import type { Park } from '../../src/contract/parks.ts'
import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import { must } from '../../src/lib/assert.ts'
import { distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import type { Queryable } from '../db/database.ts'
import { findCandidates } from './park-words.ts'
import { findParksById } from './parks.ts'
import { firstListed, nearestListed, Parameters, type ParkFilter } from './search-sql.ts'

/*
 * What a search may read does not grow with the number of parks: an index gives the first of an order and nothing beyond, a count
 * stops at SEARCH_LIMIT, and so do pages. Budgets: provider/README.md.
 */

export interface ParkPage {
  readonly page: number
  readonly size: number
  readonly nowMs: number
}

export interface NearPage extends ParkPage {
  readonly centre: LatLng
}

export interface ParkRows {
  readonly items: readonly Park[]
  /** At most SEARCH_LIMIT. */
  readonly total: number
}

/** The part of a page that lies within the limit; of length 0 beyond it. */
function windowOf({ page, size }: ParkPage): { readonly offset: number; readonly length: number } {
  const offset = Math.min((page - 1) * size, SEARCH_LIMIT)
  return { offset, length: Math.min(size, SEARCH_LIMIT - offset) }
}

const hasWords = ({ words }: ParkFilter): boolean => words !== undefined && words.length > 0

/** In order of import, those on the map first. The page is chosen before its bookings are counted. */
export async function listParks(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<ParkRows> {
  const { ids, total } = hasWords(filter) ? await listNamed(db, filter, page) : await listAll(db, filter, page)
  return { items: await findInOrder(db, ids, page.nowMs), total }
}

interface Listed {
  readonly ids: readonly number[]
  readonly total: number
}

async function listAll(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<Listed> {
  const parameters = new Parameters()
  const { offset, length } = windowOf(page)
  const listed = firstListed(filter, parameters)
  const [from, count] = [parameters.add(offset), parameters.add(length)]
  const [row] = await db.query<Listed>(
    `with found as materialized (${listed})
     select (select count(*) from found) as total, array(select id from found limit ${count} offset ${from}) as ids`,
    parameters.values,
  )
  return must(row, 'list of parks')
}

async function listNamed(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<Listed> {
  const found = (await findCandidates(db, filter)).toSorted(
    (a, b) => Number(a.lat === null) - Number(b.lat === null) || a.id - b.id,
  )
  return { ids: cut(found, page).map(({ id }) => id), total: Math.min(found.length, SEARCH_LIMIT) }
}

function cut<T>(found: readonly T[], page: ParkPage): readonly T[] {
  const { offset, length } = windowOf(page)
  return found.slice(offset, offset + length)
}

interface Near {
  readonly id: number
  readonly metres: number
}

/** Nearest first with `distance_m`; parks without coordinates are nowhere near. */
export async function listParksNear(db: Queryable, filter: ParkFilter, near: NearPage): Promise<ParkRows> {
  const { shown, total } = hasWords(filter) ? await nearNamed(db, filter, near) : await nearAny(db, filter, near)
  const parks = await findInOrder(
    db,
    shown.map(({ id }) => id),
    near.nowMs,
  )
  const metresOf = new Map(shown.map(({ id, metres }) => [id, metres]))
  const items = parks.map((park) => ({ ...park, distance_m: Math.round(must(metresOf.get(park.id), 'distance')) }))
  return { items, total }
}

interface NearListed {
  readonly shown: readonly Near[]
  readonly total: number
}

interface Placed extends LatLng {
  readonly id: number
}

async function nearAny(db: Queryable, filter: ParkFilter, near: NearPage): Promise<NearListed> {
  const parameters = new Parameters()
  const { offset, length } = windowOf(near)
  const [rows, total] = await Promise.all([
    db.query<Placed>(nearestListed(filter, near.centre, { parameters, offset, length }), parameters.values),
    countPlaced(db, filter),
  ])
  return { shown: rows.map((row) => ({ id: row.id, metres: distanceMetres(near.centre, row) })), total }
}

/** Parks on the map, as far as a search counts. */
async function countPlaced(db: Queryable, filter: ParkFilter): Promise<number> {
  const parameters = new Parameters()
  const [row] = await db.query<{ total: number }>(
    `select count(*) filter (where placed) as total from (${firstListed(filter, parameters)}) as listed`,
    parameters.values,
  )
  return must(row, 'count of parks').total
}

async function nearNamed(db: Queryable, filter: ParkFilter, near: NearPage): Promise<NearListed> {
  const { centre } = near
  const found = (await findCandidates(db, filter, centre))
    .flatMap(({ id, lat, lng }) =>
      lat === null || lng === null ? [] : [{ id, metres: distanceMetres(centre, { lat, lng }) }],
    )
    .toSorted((a, b) => a.metres - b.metres || a.id - b.id)
  return { shown: cut(found, near), total: Math.min(found.length, SEARCH_LIMIT) }
}

async function findInOrder(db: Queryable, ids: readonly number[], nowMs: number): Promise<readonly Park[]> {
  const parks = new Map((await findParksById(db, ids, nowMs)).map((park) => [park.id, park]))
  return ids.flatMap((id) => parks.get(id) ?? [])
}
