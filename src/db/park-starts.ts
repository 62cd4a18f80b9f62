import type { BlockRow, BlockStartsRow, BlockWordsRow } from './block-rows.ts'
import { countryOfLine, linesOf, wordsOfLine } from './park-lines.ts'

/** Letters of an entry in `starts`: enough to tell `parking` from `park`. No word has the padding. */
const WIDTH = 5
const PADDING = '.'
/** Of a number, as addresses and codes have them: each would be an entry of its own otherwise. */
const WIDTH_OF_NUMBER = 3
const FARTHEST = 255

const [ZERO, NINE, LAST_OF_ASCII] = [48, 57, 127]

/** Where the first digit of a text stands; -1: nowhere. A phone that brings in a region asks this of a million words. */
function findDigit(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter > LAST_OF_ASCII) return text.search(/\p{N}/u)
    if (letter >= ZERO && letter <= NINE) return at
  }
  return -1
}

/** Letters up to the first digit, five at most and three at least: what it is of a word's beginning is the beginning of what it is of the word. */
function startOf(word: string): string {
  const head = word.slice(0, WIDTH)
  const digit = findDigit(head)
  return digit === -1 ? head : head.slice(0, Math.max(WIDTH_OF_NUMBER, digit))
}

/** Letters by which a long word with a digit, as a code, is told from the others. */
const MARKED = 7
const MARKS = 2 ** 16

/** Undefined: a word of which a piece keeps no mark, and of which it may have longer ones. */
function markOf(word: string): number | undefined {
  if (word.length < MARKED || findDigit(word.slice(0, MARKED)) === -1) return undefined
  let hash = 0
  for (let at = 0; at < MARKED; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) >>> 0
  return hash % MARKS
}

/** Where the word of a search is in the line of a car park, and which car park that is: in this order they are found. */
export interface Rank {
  readonly place: number
  readonly id: number
}

const compareRanks = (a: Rank, b: Rank): number => a.place - b.place || a.id - b.id

export const isBefore = (a: Rank, b: Rank): boolean => compareRanks(a, b) < 0

/** What a piece has: of each start the least rank, of car parks that are gone too, so that none is ever found before it. */
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

/** Pieces that may have car parks of these words, by what may be found in them first. */
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
