import type { BlockRow, BlockStartsRow, BlockWordsRow } from './block-rows.ts'
import { countryOfLine, linesOf, wordsOfLine } from './park-lines.ts'

/** Letters per entry in `starts`: enough to tell `parking` from `park`. No word contains the padding. */
const WIDTH = 5
const PADDING = '.'
/** Length for numbers, as in addresses and codes: each would be an entry of its own otherwise. */
const WIDTH_OF_NUMBER = 3
const FARTHEST = 255

const [ZERO, NINE, LAST_OF_ASCII] = [48, 57, 127]

/** Returns the position of the first digit, -1 when there is none. Storing a region calls this for a million words. */
function findDigit(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter > LAST_OF_ASCII) return text.search(/\p{N}/u)
    if (letter >= ZERO && letter <= NINE) return at
  }
  return -1
}

/**
 * Returns the letters up to the first digit, at most five and at least three. The start of a prefix is always a prefix
 * of the word's start.
 */
function startOf(word: string): string {
  const head = word.slice(0, WIDTH)
  const digit = findDigit(head)
  return digit === -1 ? head : head.slice(0, Math.max(WIDTH_OF_NUMBER, digit))
}

/** Letters that distinguish a long word with a digit, such as a code. */
const MARKED = 7
const MARKS = 2 ** 16

/** Returns undefined for a word without a mark; the block may still have longer words that begin with it. */
function markOf(word: string): number | undefined {
  if (word.length < MARKED || findDigit(word.slice(0, MARKED)) === -1) return undefined
  let hash = 0
  for (let at = 0; at < MARKED; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) >>> 0
  return hash % MARKS
}

/** Position of a search word in a car park's line, and the park's id: results are sorted by these. */
export interface Rank {
  readonly place: number
  readonly id: number
}

const compareRanks = (a: Rank, b: Rank): number => a.place - b.place || a.id - b.id

export const isBefore = (a: Rank, b: Rank): boolean => compareRanks(a, b) < 0

/**
 * Index of a block: the lowest rank of each start. Deleted car parks still count, so no park is ever found before its
 * rank.
 */
export interface Starts {
  readonly ranks: Map<string, Rank>
  readonly marks: Set<number>
  readonly countries: Set<string>
}

export const emptyStarts = (): Starts => ({ ranks: new Map(), marks: new Set(), countries: new Set() })

interface WordsOfPark {
  readonly id: number
  readonly country: string
  readonly words: readonly string[]
}

export function addToStarts({ ranks, marks, countries }: Starts, { id, country, words }: WordsOfPark): void {
  countries.add(country)
  let place = 0
  for (const word of words) {
    const start = startOf(word)
    const rank = { place: Math.min(place, FARTHEST), id }
    const least = ranks.get(start)
    if (least === undefined || isBefore(rank, least)) ranks.set(start, rank)
    const mark = markOf(word)
    if (mark !== undefined) marks.add(mark)
    place += 1 + word.length
  }
}

export function toStartsRow(block: string, { ranks, marks, countries }: Starts): BlockStartsRow {
  const values = [...ranks.values()]
  return {
    block,
    starts: [...ranks.keys()].map((start) => start.padEnd(WIDTH, PADDING)).join(''),
    places: Uint8Array.from(values, ({ place }) => place),
    ids: Int32Array.from(values, ({ id }) => id),
    marks: Uint16Array.from(marks),
    countries: [...countries].join(' '),
  }
}

const rankAt = ({ places, ids }: BlockStartsRow, index: number): Rank => ({
  place: places[index] ?? 0,
  id: ids[index] ?? 0,
})

export function fromStartsRow(row: BlockStartsRow): Starts {
  const ranks = new Map<string, Rank>()
  for (let index = 0; index < row.places.length; index += 1)
    ranks.set(row.starts.slice(index * WIDTH, (index + 1) * WIDTH).replaceAll(PADDING, ''), rankAt(row, index))
  return { ranks, marks: new Set(row.marks), countries: new Set(row.countries.split(' ')) }
}

export function startsOfLines({ block, ids }: BlockRow, words: BlockWordsRow): BlockStartsRow {
  const starts = emptyStarts()
  for (const [index, line] of linesOf(words).entries())
    addToStarts(starts, { id: ids[index] ?? 0, country: countryOfLine(line), words: wordsOfLine(line) })
  return toStartsRow(block, starts)
}

function leastRank(row: BlockStartsRow, start: string): Rank | undefined {
  let least: Rank | undefined
  for (let at = row.starts.indexOf(start); at !== -1; at = row.starts.indexOf(start, at + 1)) {
    if (at % WIDTH !== 0) continue
    const rank = rankAt(row, at / WIDTH)
    if (least === undefined || isBefore(rank, least)) least = rank
  }
  return least
}

export interface BlockWithWords extends Rank {
  readonly block: string
}

export interface WantedWords {
  readonly words: readonly string[]
  readonly country?: string | undefined
}

/** Returns the blocks that may have car parks with these words, ordered by their best possible rank. */
export function findByStarts(
  rows: Iterable<BlockStartsRow>,
  { words, country }: WantedWords,
): readonly BlockWithWords[] {
  const starts = words.map(startOf)
  const marks = words.flatMap((word) => markOf(word) ?? [])
  const found: BlockWithWords[] = []
  for (const row of rows) {
    if (country !== undefined && !row.countries.includes(country)) continue
    if (!marks.every((mark) => row.marks.includes(mark))) continue
    const ranks = starts.flatMap((start) => leastRank(row, start) ?? [])
    const [least] = ranks.toSorted(compareRanks)
    if (least !== undefined && ranks.length === starts.length) found.push({ block: row.block, ...least })
  }
  return found.toSorted(compareRanks)
}
