import { type Park, PARKS_OF_CELLS } from '../../src/contract/parks.ts'
import { cellOf, type Cell } from '../../src/lib/cell.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { availableSpaces } from '../rules/availability.ts'
import { cellsThatFit } from '../rules/tiles.ts'
import { SELECT_PARK, toPark, type ParkRow } from './park-row.ts'

export async function findParksById(db: Queryable, ids: readonly number[], nowMs: number): Promise<readonly Park[]> {
  if (ids.length === 0) return []
  const sql = `${SELECT_PARK} where p.id = any($2::int[])`
  const rows = await db.query<ParkRow>(sql, [new Date(nowMs), ids], 'parks_by_ids')
  return rows.map((row) => toPark(row, nowMs))
}

export type ParkKey = { readonly id: number } | { readonly code: string } | { readonly slug: string }

export async function findPark(db: Queryable, key: ParkKey, nowMs: number): Promise<Park | undefined> {
  const [column, value] = 'id' in key ? ['id', key.id] : 'code' in key ? ['code', key.code] : ['slug', key.slug]
  const sql = `${SELECT_PARK} where p.${column} = $2`
  const [row] = await db.query<ParkRow>(sql, [new Date(nowMs), value], `park_by_${column}`)
  return row === undefined ? undefined : toPark(row, nowMs)
}

/** Counts the parks of each cell up to the limit of one answer, in the order given. */
const countCells = (
  db: Queryable,
  cells: readonly Cell[],
): Promise<ReadonlyArray<{ readonly cell: Cell; readonly parks: number }>> =>
  db.query(
    `select c.cell, n.parks
       from unnest($1::int[]) with ordinality as c (cell, place)
      cross join lateral (select count(*) as parks from (select from parks p where p.cell = c.cell limit $2) as first) as n
      order by c.place`,
    [cells, PARKS_OF_CELLS + 1],
  )

/**
 * Lists all parks of each cell in id order; an empty cell has an empty list. Cells that no longer fit into one answer
 * are omitted.
 */
export async function listParksOfCells(
  db: Queryable,
  wanted: readonly Cell[],
  nowMs: number,
): Promise<ReadonlyMap<Cell, readonly Park[]>> {
  const cells = cellsThatFit(await countCells(db, wanted))
  const sql = `${SELECT_PARK} where p.cell = any($2::int[]) order by p.id`
  const rows = await db.query<ParkRow>(sql, [new Date(nowMs), cells], 'parks_of_cells')
  const tiles = new Map<Cell, Park[]>(cells.map((cell) => [cell, []]))
  for (const row of rows) {
    const cell = cellOf(must(row.lat, 'latitude'), must(row.lng, 'longitude'))
    must(tiles.get(cell), 'tile of a stored cell').push(toPark(row, nowMs))
  }
  return tiles
}

/** Returns the peak number of taken spaces in the span. */
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

/** Returns for each existing park the spaces free of bookings at the span's peak. */
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
