import type { Park } from '../contract/parks.ts'
import { searchTokens, startsOf } from '../domain/search-text.ts'
import { notePlaces, type ParkPlace, type PlacesChange, placeOf } from './park-places.ts'
import type { BlockRow, BlockWordsRow } from './block-rows.ts'
import type { PublicDb } from './schema.ts'
import { tileKeyOf } from './tile-key.ts'

/** A piece of the world: 8 cells of its grid each way, a city. */
const ROW = 8192
const BLOCK = 8
export const blockOf = (cell: number): string =>
  cell < 0 ? 'none' : `${String(Math.floor(cell / ROW / BLOCK))}-${String(Math.floor((cell % ROW) / BLOCK))}`

const wordsOf = (park: Park): readonly string[] => {
  const parts = [park.name, park.city, park.address, park.state, park.code]
  return searchTokens(parts.filter((part) => part !== null).join(' '))
}

/** One space before each word, name first: `' ' + prefix` finds the start of any word, and an early hit weighs more. */
const lineOf = ({ slug, code, country_code }: Park, words: readonly string[]): string =>
  [words.map((word) => ` ${word}`).join(''), slug, code, country_code].join('\t')

export const countryOfLine = (line: string): string => line.slice(line.lastIndexOf('\t') + 1)

/** What a piece had and keeps, as it was stored: to take it apart would cost more the more it is; and what came. */
export interface Block {
  readonly had: Pick<BlockRow, 'ids' | 'cells'> & Pick<BlockWordsRow, 'lines'>
  readonly ids: number[]
  readonly cells: number[]
  readonly lines: string[]
  readonly starts: Set<string>
}

const NONE = new Int32Array()

export const emptyBlock = (): Block => ({
  had: { ids: NONE, cells: NONE, lines: '' },
  ids: [],
  cells: [],
  lines: [],
  starts: new Set(),
})

const sizeOf = ({ had, ids }: Block): number => had.ids.length + ids.length

export function addPark(block: Block, park: Park): void {
  const words = wordsOf(park)
  block.ids.push(park.id)
  block.cells.push(tileKeyOf(park))
  block.lines.push(lineOf(park, words))
  for (const start of startsOf(words)) block.starts.add(start)
}

function withMore(had: Int32Array, more: readonly number[]): Int32Array {
  const all = new Int32Array(had.length + more.length)
  all.set(had)
  all.set(more, had.length)
  return all
}

export const toRows = (name: string, { had, ids, cells, lines, starts }: Block): readonly [BlockRow, BlockWordsRow] => [
  {
    block: name,
    ids: withMore(had.ids, ids),
    cells: withMore(had.cells, cells),
    starts: [...starts].map((start) => ` ${start}`).join(''),
  },
  { block: name, lines: [...(had.ids.length === 0 ? [] : [had.lines]), ...lines].join('\n') },
]

export const linesOf = ({ lines }: Pick<BlockWordsRow, 'lines'>): readonly string[] => lines.split('\n')

function without(gone: ReadonlySet<number>, row: BlockRow | undefined, words: BlockWordsRow | undefined): Block {
  const empty = emptyBlock()
  if (row === undefined || words === undefined) return empty
  const starts = new Set(row.starts.split(' ').filter((start) => start !== ''))
  const { ids, cells } = row
  if (!ids.some((id) => gone.has(id))) return { ...empty, starts, had: { ids, cells, lines: words.lines } }
  const isLeft = (_: unknown, index: number): boolean => !gone.has(ids[index] ?? 0)
  const had = { ids: ids.filter(isLeft), cells: cells.filter(isLeft), lines: linesOf(words).filter(isLeft).join('\n') }
  return { ...empty, starts, had }
}

/** Takes car parks out of the pieces where they are found and puts others in. Inside the caller's transaction. */
export async function changeBlocks(db: PublicDb, { gone, come }: PlacesChange): Promise<void> {
  const places = [...gone, ...come.map(placeOf)]
  if (places.length === 0) return
  const ids = new Set(places.map(({ id }) => id))
  const names = [...new Set(places.map(({ cell }) => blockOf(cell)))]
  const [rows, words] = await Promise.all([db.blocks.bulkGet(names), db.blockWords.bulkGet(names)])
  const blocks = new Map(names.map((name, index) => [name, without(ids, rows[index], words[index])]))
  for (const park of come) {
    const block = blocks.get(blockOf(tileKeyOf(park)))
    if (block !== undefined) addPark(block, park)
  }
  const left = [...blocks].filter(([, block]) => sizeOf(block) > 0).map(([name, block]) => toRows(name, block))
  const empty = [...blocks].filter(([, block]) => sizeOf(block) === 0).map(([name]) => name)
  await db.blocks.bulkPut(left.map(([row]) => row))
  await db.blockWords.bulkPut(left.map(([, row]) => row))
  await db.blocks.bulkDelete(empty)
  await db.blockWords.bulkDelete(empty)
  await notePlaces(db, { gone, come })
}

export interface FoundLine extends ParkPlace {
  readonly line: string
}

/** The lines of these pieces in which each of `parts` is. */
export async function findLines(
  db: PublicDb,
  rows: readonly BlockRow[],
  parts: readonly string[],
): Promise<readonly FoundLine[]> {
  const hasAll = (text: string): boolean => parts.every((part) => text.includes(part))
  const words = await db.blockWords.bulkGet(rows.map(({ block }) => block))
  const found: FoundLine[] = []
  for (const [at, { ids, cells }] of rows.entries()) {
    const row = words[at]
    if (row === undefined || !hasAll(row.lines)) continue
    for (const [index, line] of linesOf(row).entries()) {
      const [id, cell] = [ids[index], cells[index]]
      if (id !== undefined && cell !== undefined && hasAll(line)) found.push({ id, cell, line })
    }
  }
  return found
}
