import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { FoundPage, ParkPage } from './search-page.ts'
import { countedBy, listed, Parameters, type ParkFilter } from './search-sql.ts'

/*
 * A list by country and kind: those on the map in order of id, then the others. A page is found by its number without a walk through
 * all before it: park_blocks says how many each 2,048 ids hold, so that a walk begins at most one block before the page.
 */
const BLOCK = 2_048

interface Counts {
  readonly placed: number
  readonly unplaced: number
}

async function countListed(db: Queryable, filter: ParkFilter): Promise<Counts> {
  const parameters = new Parameters()
  const [row] = await db.query<Counts>(
    `select coalesce(sum(placed), 0) as placed, coalesce(sum(unplaced), 0) as unplaced
       from park_counts where ${countedBy(filter, parameters)}`,
    parameters.values,
  )
  return must(row, 'counts of parks')
}

interface Start {
  readonly afterId: number
  /** Parks behind that id and before the page. */
  readonly offset: number
}

/** The last block that begins at or before the offset. */
async function findStart(db: Queryable, filter: ParkFilter, isPlaced: boolean, offset: number): Promise<Start> {
  if (offset < BLOCK) return { afterId: 0, offset }
  const parameters = new Parameters()
  const column = isPlaced ? 'placed' : 'unplaced'
  const where = countedBy(filter, parameters)
  const [row] = await db.query<{ block: number; before: number }>(
    `select block, before from (
       select block, (sum(sum(${column})) over (order by block) - sum(${column}))::bigint as before from park_blocks where ${where} group by block
     ) as b where before <= ${parameters.add(offset)} order by block desc limit 1`,
    parameters.values,
  )
  return row === undefined ? { afterId: 0, offset } : { afterId: row.block * BLOCK - 1, offset: offset - row.before }
}

interface Part extends Start {
  readonly isPlaced: boolean
  readonly length: number
}

async function walk(db: Queryable, filter: ParkFilter, part: Part): Promise<FoundPage['shown']> {
  if (part.length <= 0) return []
  const parameters = new Parameters()
  const rows = await db.query<{ id: number }>(listed(filter, { parameters, ...part }), parameters.values)
  return rows.map(({ id }) => ({ id, place: [Number(!part.isPlaced), id] }))
}

/** The page behind a place: the walk goes on there, and from the parks on the map into the others. */
async function listBehind(db: Queryable, filter: ParkFilter, size: number, [unplaced = 0, id = 0]: readonly number[]) {
  const placed = unplaced === 0 ? await walk(db, filter, { isPlaced: true, afterId: id, offset: 0, length: size }) : []
  const afterId = unplaced === 0 ? 0 : id
  const rest = await walk(db, filter, { isPlaced: false, afterId, offset: 0, length: size - placed.length })
  return [...placed, ...rest]
}

async function listNumbered(db: Queryable, filter: ParkFilter, { page, size }: ParkPage, counts: Counts) {
  const offset = (page - 1) * size
  if (offset >= counts.placed + counts.unplaced) return []
  const inPlaced = Math.min(size, Math.max(0, counts.placed - offset))
  const placed =
    inPlaced === 0
      ? []
      : await walk(db, filter, { isPlaced: true, length: inPlaced, ...(await findStart(db, filter, true, offset)) })
  if (inPlaced === size) return placed
  const start = await findStart(db, filter, false, Math.max(0, offset - counts.placed))
  return [...placed, ...(await walk(db, filter, { isPlaced: false, length: size - inPlaced, ...start }))]
}

/** Of any length; the total is exact. */
export async function listAll(db: Queryable, filter: ParkFilter, page: ParkPage): Promise<FoundPage> {
  const counts = await countListed(db, filter)
  const shown =
    page.after === null
      ? await listNumbered(db, filter, page, counts)
      : await listBehind(db, filter, page.size, page.after)
  return { shown, total: counts.placed + counts.unplaced }
}
