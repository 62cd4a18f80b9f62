import { startOf } from '../domain/search-text.ts'
import type { BlockRow, BlockStartsRow, BlockWordsRow, Revision } from './block-rows.ts'
import { findInLines, type FoundLine } from './park-lines.ts'
import type { RevisionStep } from './park-places.ts'
import { type BlockWithWords, findByStarts, startsOfLines, type WantedWords } from './park-starts.ts'
import type { PublicDb } from './schema.ts'

/** Letters of lines that stay in memory: the next letter that is typed is mostly looked for in the same pieces. */
const WARM_LETTERS = 8_000_000

interface WarmBlock {
  readonly block: BlockRow
  readonly words: BlockWordsRow
}

/** By what car parks are found, as this page has last read or changed it: see `KnownPlaces`. */
export interface WordIndex {
  readonly revision: string | undefined
  readonly starts: Map<string, BlockStartsRow>
  /** Where `starts` are stale: all pieces, of which any may give what is found first. */
  readonly blocks: readonly BlockRow[]
  /** The last one used is the last one. */
  readonly warm: Map<string, WarmBlock>
}

const known = new WeakMap<PublicDb, WordIndex>()

/** So many pieces get all their starts in the transaction of a change; more would hold up everybody who waits for it. */
const MENDED_AT_ONCE = 300

/** A release that knows no starts has changed the pieces, after a rollback. */
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

/** Pieces that may have car parks of these words, by what may be found in them first. */
export function findBlocks({ starts, blocks }: WordIndex, wanted: WantedWords): readonly BlockWithWords[] {
  const hasAll = (row: BlockRow): boolean => wanted.words.every((word) => row.starts.includes(` ${startOf(word)}`))
  const stale = blocks.filter(hasAll).map(({ block }) => ({ block, place: 0, id: 0 }))
  return [...stale, ...findByStarts(starts.values(), wanted)]
}

export interface StartsChange {
  readonly rows: readonly BlockStartsRow[]
  /** Pieces that have no car park any more. */
  readonly empty: readonly string[]
}

/** With each change of pieces, after it and in its transaction. Answers whether all pieces have theirs. */
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

/** With each change, in its transaction: see `notePlaces`. */
export function noteStarts(db: PublicDb, { rows, empty }: StartsChange, { before, revision }: RevisionStep): void {
  const index = known.get(db)
  if (index === undefined || index.revision !== before?.revision || areStartsStale(before)) return
  const { starts, warm } = index
  for (const row of rows) starts.set(row.block, row)
  for (const block of empty) starts.delete(block)
  for (const block of [...rows.map((row) => row.block), ...empty]) warm.delete(block)
  // Another object: what a search that began before has read is not kept as what is there now.
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

/** The lines of these pieces in which each of `parts` is. */
export async function findLines(
  db: PublicDb,
  names: readonly string[],
  { index, parts }: { readonly index: WordIndex; readonly parts: readonly string[] },
): Promise<readonly FoundLine[]> {
  // What is warm is taken now: a change lets it go while the others are read.
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

/** The lines of all pieces in which a text is, or of those alone that have some words. */
export async function findText(db: PublicDb, text: string, words: readonly string[]): Promise<readonly FoundLine[]> {
  const found = words.length === 0 ? [] : findBlocks(await readWordIndex(db), { words }).map(({ block }) => block)
  const names = words.length === 0 ? await db.blocks.toCollection().primaryKeys() : found
  const [blocks, rows] = await Promise.all([db.blocks.bulkGet(names), db.blockWords.bulkGet(names)])
  return blocks.flatMap((block, at) => {
    const row = rows[at]
    return block === undefined || row === undefined ? [] : findInLines(block, row, [text])
  })
}
