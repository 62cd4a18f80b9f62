import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { PlaceInOrder } from '../rules/page-end.ts'
import type { FoundPage, ParkPage } from './search-page.ts'
import { countedBy, listed, Parameters, type ParkFilter } from './search-sql.ts'

/*
 * A list by country and kind: parks on the map in id order, then the others. A page is found by number without walking
 * through everything before it: park_blocks counts the parks in each block of 2,048 ids, so a walk begins at most one
 * block before the page.
 */
const BLOCK = 2_048

interface Listing {
  readonly db: Queryable
  readonly filter: ParkFilter
}

interface Counts {
  readonly placed: number
  readonly unplaced: number
}

/** Counts parks on the map and off it. A height between two steps of `park_filters` counts from the lower step. */
export async function countListed({ db, filter }: Listing): Promise<Counts> {
  const parameters = new Parameters()
  const [row] = await db.query<Counts>(
    `select coalesce(sum(placed), 0) as placed, coalesce(sum(unplaced), 0) as unplaced
       from park_counts where ${countedBy(filter, parameters)}`,
    parameters.values,
    filter.country === undefined ? 'count_parks' : 'count_parks_of_country',
  )
  return must(row, 'counts of parks')
}

interface Start {
  readonly afterId: number
  /** Parks after that id and before the page. */
  readonly offset: number
}

/** Finds the last block that begins at or before the offset, among the parks that `counted` counts. */
async function findStart({ db, filter }: Listing, counted: keyof Counts, offset: number): Promise<Start> {
  if (offset < BLOCK) return { afterId: 0, offset }
  const parameters = new Parameters()
  const where = countedBy(filter, parameters)
  const [row] = await db.query<{ block: number; before: number }>(
    `select block, before from (
       select block, (sum(sum(${counted})) over (order by block) - sum(${counted}))::bigint as before
         from park_blocks where ${where} group by block
     ) as b where before <= ${parameters.add(offset)} order by block desc limit 1`,
    parameters.values,
  )
  return row === undefined ? { afterId: 0, offset } : { afterId: row.block * BLOCK - 1, offset: offset - row.before }
}

interface Part extends Start {
  readonly isPlaced: boolean
  readonly length: number
}

async function walk({ db, filter }: Listing, part: Part): Promise<FoundPage['shown']> {
  if (part.length <= 0) return []
  const parameters = new Parameters()
  const rows = await db.query<{ id: number }>(listed(filter, { parameters, ...part }), parameters.values)
  return rows.map(({ id }) => ({ id, place: [Number(!part.isPlaced), id] }))
}

/** Lists the page after a place, continuing from the parks on the map to the others. */
async function listBehind(listing: Listing, size: number, place: PlaceInOrder): Promise<FoundPage['shown']> {
  const [unplaced = 0, id = 0] = place
  const isPlaced = unplaced === 0
  const placed = isPlaced ? await walk(listing, { isPlaced, afterId: id, offset: 0, length: size }) : []
  const rest = { isPlaced: false, afterId: isPlaced ? 0 : id, offset: 0, length: size - placed.length }
  return [...placed, ...(await walk(listing, rest))]
}

async function listNumbered(listing: Listing, page: ParkPage, counts: Counts): Promise<FoundPage['shown']> {
  const offset = (page.page - 1) * page.size
  if (offset >= counts.placed + counts.unplaced) return []
  const length = Math.min(page.size, Math.max(0, counts.placed - offset))
  const placed =
    length === 0 ? [] : await walk(listing, { isPlaced: true, length, ...(await findStart(listing, 'placed', offset)) })
  if (length === page.size) return placed
  const start = await findStart(listing, 'unplaced', Math.max(0, offset - counts.placed))
  return [...placed, ...(await walk(listing, { isPlaced: false, length: page.size - length, ...start }))]
}

/** Pages through a list of any length; the total is exact. */
export async function listAll(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<FoundPage> {
  const listing = { db, filter }
  const counts = await countListed(listing)
  const shown =
    page.after === null ? await listNumbered(listing, page, counts) : await listBehind(listing, page.size, page.after)
  return { shown, total: counts.placed + counts.unplaced }
}
