import { startOf } from '../domain/search-text.ts'
import type { BlockRow, BlockStartsRow, BlockWordsRow, Revision } from './block-rows.ts'
import { findInLines, type FoundLine } from './park-lines.ts'
import type { RevisionStep } from './park-places.ts'
import { type BlockWithWords, findByStarts, startsOfLines, type WantedWords } from './park-starts.ts'
import type { PublicDb } from './schema.ts'

/** Letters of lines kept in memory: the next typed letter mostly searches the same blocks. */
const WARM_LETTERS = 8_000_000

interface WarmBlock {
  readonly block: BlockRow
  readonly words: BlockWordsRow
}

/** The search index as this page last read or changed it: see `KnownPlaces`. */
export interface WordIndex {
  readonly revision: string | undefined
  readonly starts: Map<string, BlockStartsRow>
  /** When `starts` are stale: all blocks, any of which may have the best match. */
  readonly blocks: readonly BlockRow[]
  /** The most recently used is last. */
  readonly warm: Map<string, WarmBlock>
}

const known = new WeakMap<PublicDb, WordIndex>()

/**
 * Up to this many blocks have all their starts rebuilt within the transaction of a change; more would block other users
 * of the database.
 */
const MENDED_AT_ONCE = 300

/** After a rollback, a release that does not maintain starts has changed the blocks. */
const areStartsStale = (row: Revision): boolean => row !== undefined && row.hasStarts !== true

async function deriveStarts(db: PublicDb): Promise<BlockStartsRow[]> {
  const blocks = await db.blocks.toArray()
  const words = await db.blockWords.bulkGet(blocks.map(({ block }) => block))
  return blocks.flatMap((block, index) => {
    const row = words[index]
    return row === undefined ? [] : startsOfLines(block, row)
  })
}

export async function readWordIndex(db: PublicDb): Promise<WordIndex> {
  const row = await db.revisions.get('blocks')
  const before = known.get(db)
  if (before !== undefined && before.revision === row?.revision) return before
  const isStale = areStartsStale(row)
  const rows = isStale ? [] : await db.blockStarts.toArray()
  const index: WordIndex = {
    revision: row?.revision,
    starts: new Map(rows.map((starts) => [starts.block, starts])),
    blocks: isStale ? await db.blocks.toArray() : [],
    warm: new Map(),
  }
  known.set(db, index)
  return index
}

/** Returns the blocks that may have car parks with these words, ordered by their best possible rank. */
export function findBlocks({ starts, blocks }: WordIndex, wanted: WantedWords): readonly BlockWithWords[] {
  const hasAll = (row: BlockRow): boolean => wanted.words.every((word) => row.starts.includes(` ${startOf(word)}`))
  const stale = blocks.filter(hasAll).map(({ block }) => ({ block, place: 0, id: 0 }))
  return [...stale, ...findByStarts(starts.values(), wanted)]
}

export interface StartsChange {
  readonly rows: readonly BlockStartsRow[]
  /** Blocks without any car park left. */
  readonly empty: readonly string[]
}

/** Called with each change of blocks, after it and in its transaction. Returns whether all blocks have their starts. */
export async function keepStarts(db: PublicDb, { rows, empty }: StartsChange, before: Revision): Promise<boolean> {
  if (!areStartsStale(before)) {
    await db.blockStarts.bulkPut(rows)
    await db.blockStarts.bulkDelete([...empty])
    return true
  }
  if ((await db.blocks.count()) > MENDED_AT_ONCE) return false
  await db.blockStarts.clear()
  await db.blockStarts.bulkPut(await deriveStarts(db))
  return true
}

/** Called with each change, in its transaction: see `notePlaces`. */
export function noteStarts(db: PublicDb, { rows, empty }: StartsChange, { before, revision }: RevisionStep): void {
  const index = known.get(db)
  if (index === undefined || index.revision !== before?.revision || areStartsStale(before)) return
  const { starts, warm } = index
  for (const row of rows) starts.set(row.block, row)
  for (const block of empty) starts.delete(block)
  for (const block of [...rows.map((row) => row.block), ...empty]) warm.delete(block)
  // A new object, so that a search that began before this change does not cache its stale reads.
  known.set(db, { ...index, revision })
}

function keepWarm({ warm }: WordIndex, name: string, block: WarmBlock): void {
  warm.delete(name)
  warm.set(name, block)
  let letters = [...warm.values()].reduce((sum, { words }) => sum + words.lines.length, 0)
  for (const [oldest, { words }] of warm) {
    if (letters <= WARM_LETTERS || oldest === name) return
    warm.delete(oldest)
    letters -= words.lines.length
  }
}

/** Returns the lines of these blocks that contain each of `parts`. */
export async function findLines(
  db: PublicDb,
  names: readonly string[],
  { index, parts }: { readonly index: WordIndex; readonly parts: readonly string[] },
): Promise<readonly FoundLine[]> {
  // Warm blocks are taken before the reads: a change may evict them meanwhile.
  const found = new Map(names.map((name) => [name, index.warm.get(name)]))
  const cold = names.filter((name) => found.get(name) === undefined)
  const [blocks, words] = await Promise.all([db.blocks.bulkGet(cold), db.blockWords.bulkGet(cold)])
  for (const [at, name] of cold.entries()) {
    const [block, row] = [blocks[at], words[at]]
    if (block !== undefined && row !== undefined) found.set(name, { block, words: row })
  }
  return [...found].flatMap(([name, block]) => {
    if (block === undefined) return []
    if (known.get(db) === index) keepWarm(index, name, block)
    return findInLines(block.block, block.words, parts)
  })
}

/** Returns the lines that contain a text, in all blocks or only in those with certain words. */
export async function findText(db: PublicDb, text: string, words: readonly string[]): Promise<readonly FoundLine[]> {
  const found = words.length === 0 ? [] : findBlocks(await readWordIndex(db), { words }).map(({ block }) => block)
  const names = words.length === 0 ? await db.blocks.toCollection().primaryKeys() : found
  const [blocks, rows] = await Promise.all([db.blocks.bulkGet(names), db.blockWords.bulkGet(names)])
  return blocks.flatMap((block, at) => {
    const row = rows[at]
    return block === undefined || row === undefined ? [] : findInLines(block, row, [text])
  })
}
