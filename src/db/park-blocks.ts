import type { Table } from 'dexie'
import type { Park } from '../contract/parks.ts'
import { startsOf } from '../domain/search-text.ts'
import { cellRanges, type LatLng } from '../lib/cell.ts'
import { uuid7 } from '../lib/uuid7.ts'
import type { BlockRow, BlockStartsRow, BlockWordsRow, PlacedBlock, Revision } from './block-rows.ts'
import { lineOf, linesOf, wordsOf } from './park-lines.ts'
import { notePlaces, type PlacesChange, placeOf } from './park-places.ts'
import { addToStarts, emptyStarts, fromStartsRow, type Starts, toStartsRow } from './park-starts.ts'
import { keepStarts, noteStarts } from './word-index.ts'
import type { PublicDb } from './schema.ts'
import { tileKeyOf } from './tile-key.ts'
import { parksOfTile } from './tile-text.ts'

/** A block: 8 cells of the grid each way, about a city. */
const ROW = 8192
const BLOCK = 8
const rowOf = (cell: number): number => Math.floor(cell / ROW / BLOCK)
const columnOf = (cell: number): number => Math.floor((cell % ROW) / BLOCK)
const nameOf = (row: number, column: number): string => `${String(row)}-${String(column)}`

export const blockOf = (cell: number): string => (cell < 0 ? 'none' : nameOf(rowOf(cell), columnOf(cell)))

/** Returns the blocks that a circle touches, each once. */
export function blocksAround(at: LatLng, radiusMetres: number): readonly string[] {
  const names = new Set<string>()
  for (const [west, east] of cellRanges(at, radiusMetres))
    for (let column = columnOf(west); column <= columnOf(east); column += 1) names.add(nameOf(rowOf(west), column))
  return [...names]
}

/**
 * `had`: what a block keeps, in stored form, since parsing costs more the larger the block is. The other fields: what
 * is added.
 */
export interface Block {
  readonly had: Pick<PlacedBlock, 'ids' | 'cells' | 'spots'> & Pick<BlockWordsRow, 'lines'>
  readonly ids: number[]
  readonly cells: number[]
  readonly spots: number[]
  readonly lines: string[]
  readonly starts: Set<string>
  readonly ranked: Starts
}

const NONE = { ids: new Int32Array(), cells: new Int32Array(), spots: new Float64Array(), lines: '' }

export const emptyBlock = (): Block => ({
  had: NONE,
  ids: [],
  cells: [],
  spots: [],
  lines: [],
  starts: new Set(),
  ranked: emptyStarts(),
})

const sizeOf = ({ had, ids }: Block): number => had.ids.length + ids.length

export function addPark(block: Block, park: Park): void {
  const words = wordsOf(park)
  block.ids.push(park.id)
  block.cells.push(tileKeyOf(park))
  block.spots.push(park.lat ?? Number.NaN, park.lng ?? Number.NaN)
  block.lines.push(lineOf(park, words))
  for (const start of startsOf(words)) block.starts.add(start)
  addToStarts(block.ranked, { id: park.id, country: park.country_code, words })
}

function fill<T extends Int32Array | Float64Array>(all: T, had: T, more: readonly number[]): T {
  all.set(had)
  all.set(more, had.length)
  return all
}

const withMore = (had: Int32Array, more: readonly number[]): Int32Array =>
  fill(new Int32Array(had.length + more.length), had, more)

export const toRows = (
  name: string,
  { had, ids, cells, spots, lines, starts, ranked }: Block,
): readonly [BlockRow, BlockWordsRow, BlockStartsRow] => [
  {
    block: name,
    ids: withMore(had.ids, ids),
    cells: withMore(had.cells, cells),
    spots: fill(new Float64Array(had.spots.length + spots.length), had.spots, spots),
    starts: [...starts].map((start) => ` ${start}`).join(''),
  },
  { block: name, lines: [...(had.ids.length === 0 ? [] : [had.lines]), ...lines].join('\n') },
  toStartsRow(name, ranked),
]

async function placed(db: PublicDb, row: BlockRow): Promise<PlacedBlock> {
  if (row.spots !== undefined) return { ...row, spots: row.spots }
  const tiles = await db.tiles.bulkGet([...new Set(row.cells)])
  const parks = tiles.flatMap((tile) => (tile === undefined ? [] : parksOfTile(tile)))
  const byId = new Map(parks.map(({ park }) => [park.id, park]))
  const spots = [...row.ids].flatMap((id) => [byId.get(id)?.lat ?? Number.NaN, byId.get(id)?.lng ?? Number.NaN])
  return { ...row, spots: Float64Array.from(spots) }
}

/** Reads those of these blocks that exist. Positions missing from an older release's rows are read from the tiles. */
export async function readBlocks(db: PublicDb, names: readonly string[]): Promise<ReadonlyMap<string, PlacedBlock>> {
  if (names.length === 0) return new Map()
  const rows = (await db.blocks.bulkGet([...names])).filter((row) => row !== undefined)
  const blocks = new Map<string, PlacedBlock>()
  for (const row of rows) blocks.set(row.block, await placed(db, row))
  return blocks
}

interface RowsOfBlock {
  readonly row: PlacedBlock | undefined
  readonly words: BlockWordsRow | undefined
  readonly starts: BlockStartsRow | undefined
}

function without(gone: ReadonlySet<number>, { row, words, starts: ranked }: RowsOfBlock): Block {
  const empty = emptyBlock()
  if (row === undefined || words === undefined) return empty
  const starts = new Set(row.starts.split(' ').filter((start) => start !== ''))
  const block = { ...empty, starts, ranked: ranked === undefined ? empty.ranked : fromStartsRow(ranked) }
  const { ids, cells, spots } = row
  if (!ids.some((id) => gone.has(id))) return { ...block, had: { ids, cells, spots, lines: words.lines } }
  const isLeft = (_: unknown, index: number): boolean => !gone.has(ids[index] ?? 0)
  const had = {
    ids: ids.filter(isLeft),
    cells: cells.filter(isLeft),
    spots: spots.filter((_, index) => isLeft(_, Math.floor(index / 2))),
    lines: linesOf(words).filter(isLeft).join('\n'),
  }
  return { ...block, had }
}

/** The tables that `changeBlocks` writes. */
export const blockTables = (db: PublicDb): Table[] => [db.blocks, db.blockWords, db.blockStarts, db.revisions]

/** Removes car parks from their blocks and adds others. Runs inside the caller's transaction, which read `before`. */
export async function changeBlocks(db: PublicDb, { gone, come }: PlacesChange, before: Revision): Promise<void> {
  const places = [...gone, ...come.map(placeOf)]
  if (places.length === 0) return
  const ids = new Set(places.map(({ id }) => id))
  const names = [...new Set(places.map(({ cell }) => blockOf(cell)))]
  const [rows, words, starts] = await Promise.all([
    readBlocks(db, names),
    db.blockWords.bulkGet(names),
    db.blockStarts.bulkGet(names),
  ])
  const blocks = new Map(
    names.map((name, index) => [
      name,
      without(ids, { row: rows.get(name), words: words[index], starts: starts[index] }),
    ]),
  )
  for (const park of come) {
    const block = blocks.get(blockOf(tileKeyOf(park)))
    if (block !== undefined) addPark(block, park)
  }
  const left = [...blocks].filter(([, block]) => sizeOf(block) > 0).map(([name, block]) => toRows(name, block))
  const empty = [...blocks].filter(([, block]) => sizeOf(block) === 0).map(([name]) => name)
  const change = { rows: left.map(([, , row]) => row), empty }
  const revision = uuid7()
  const noted = async (): Promise<void> => {
    const hasStarts = await keepStarts(db, change, before)
    await db.revisions.put({ key: 'blocks', revision, ...(hasStarts ? { hasStarts } : {}) })
  }
  // Issued one after the other, awaited together.
  await Promise.all([
    db.blocks.bulkPut(left.map(([row]) => row)),
    db.blockWords.bulkPut(left.map(([, row]) => row)),
    db.blocks.bulkDelete(empty),
    db.blockWords.bulkDelete(empty),
    noted(),
  ])
  noteStarts(db, change, { before, revision })
  notePlaces(db, { gone, come }, { before, revision })
}
