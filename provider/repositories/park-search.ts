import type { Park } from '../../src/contract/parks.ts'
import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import { must } from '../../src/lib/assert.ts'
import { distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import type { Queryable } from '../db/database.ts'
import { comparePlaces, type PlaceInOrder } from '../rules/page-end.ts'
import { countListed, listAll } from './park-lists.ts'
import { findNamed } from './park-words.ts'
import { findParksById } from './parks.ts'
import type { Found, FoundPage, NearPage, ParkPage, ParkRows } from './search-page.ts'
import { hasNeeds, nearestListed, Parameters, type ParkFilter } from './search-sql.ts'

/*
 * The amount of data a search reads does not grow with the number of parks: an index yields the first rows of an order
 * and nothing beyond, counts are maintained by the rows they count (migration 0012), and results by distance or name
 * end at SEARCH_LIMIT. Budgets: provider/README.md.
 */

/** The part of a page within the limit; its length is 0 beyond it. */
function windowOf({ page, size, after }: ParkPage): { readonly offset: number; readonly length: number } {
  const offset = Math.min((page - 1) * size, SEARCH_LIMIT)
  return { offset: after === null ? offset : 0, length: Math.min(size, SEARCH_LIMIT - offset) }
}

const hasWords = ({ words }: ParkFilter): boolean => words !== undefined && words.length > 0

/** Starting point of lists filtered by needs, which run from north to south. */
const NORTH_POLE: LatLng = { lat: 90, lng: 0 }

/**
 * Lists parks in import order, those on the map first; for a search by words, best matches first; by needs, parks on
 * the map from north to south.
 */
export async function listParks(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<ParkRows> {
  const { shown, total } = await findListed(db, filter, page)
  return { items: await findInOrder(db, shown, page.nowMs), total, end: endOf(shown) }
}

function findListed(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<FoundPage> {
  if (hasWords(filter)) return listNamed(db, filter, page)
  const isNeedy = filter.needs !== undefined && hasNeeds(filter.needs)
  return isNeedy ? listNearest(db, filter, { ...page, centre: NORTH_POLE }) : listAll(db, filter, page)
}

const endOf = (shown: readonly Found[]): PlaceInOrder | null => shown.at(-1)?.place ?? null

/**
 * Best matches first; ties are ordered by distance from `centre` if given, otherwise by import order with parks on the
 * map first.
 */
async function listNamed(db: Queryable, filter: ParkFilter, page: ParkPage | NearPage): Promise<FoundPage> {
  const centre = 'centre' in page ? page.centre : undefined
  const found = (await findNamed(db, filter, centre))
    .flatMap(({ id, penalty, at }) => {
      if (centre === undefined) return [{ id, place: [penalty, Number(at === null), id] }]
      return at === null ? [] : [{ id, place: [penalty, distanceMetres(centre, at), id] }]
    })
    .toSorted((a, b) => comparePlaces(a.place, b.place))
  const { after } = page
  const left = after === null ? found : found.filter(({ place }) => comparePlaces(place, after) > 0)
  const { offset, length } = windowOf(page)
  return { shown: left.slice(offset, offset + length), total: Math.min(found.length, SEARCH_LIMIT) }
}

/**
 * Lists nearest parks first, with `distance_m`; for a search by words, best matches first and then nearest. Excludes
 * parks without coordinates.
 */
export async function listParksNear(db: Queryable, filter: ParkFilter, near: NearPage): Promise<ParkRows> {
  const { centre } = near
  const { shown, total } = hasWords(filter) ? await listNamed(db, filter, near) : await listNearest(db, filter, near)
  const parks = await findInOrder(db, shown, near.nowMs)
  const items = parks.map((park) => {
    const at = { lat: must(park.lat, 'latitude'), lng: must(park.lng, 'longitude') }
    return { ...park, distance_m: Math.round(distanceMetres(centre, at)) }
  })
  return { items, total, end: endOf(shown) }
}

async function listNearest(db: Queryable, filter: ParkFilter, near: NearPage): Promise<FoundPage> {
  const parameters = new Parameters()
  const sql = nearestListed(filter, near.centre, { parameters, ...windowOf(near), after: near.after?.at(-1) })
  const [rows, { placed }] = await Promise.all([
    db.query<{ id: number }>(sql, parameters.values, 'parks_near'),
    countListed({ db, filter }),
  ])
  return {
    shown: rows.map((row) => ({ id: row.id, place: [row.id] })),
    total: Math.min(placed, SEARCH_LIMIT),
  }
}

async function findInOrder(db: Queryable, found: readonly Found[], nowMs: number): Promise<readonly Park[]> {
  const ids = found.map(({ id }) => id)
  const parks = new Map((await findParksById(db, ids, nowMs)).map((park) => [park.id, park]))
  return ids.flatMap((id) => parks.get(id) ?? [])
}
