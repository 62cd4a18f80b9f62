import { editsAllowed } from '../typing-errors.ts'
import { isLaterWord, type PlaceIndex, rowOf } from './place-index.ts'
import { kindsMeant, otherSpellings } from './place-words.ts'
import { findSimilar, findWord, visitBeginnings, type Vocabulary } from './vocabulary.ts'

/** How well each row of an index matches the words of a search, accumulated word by word. */
export interface Matches {
  /** Sum of the words' match qualities, each 0 to 1. */
  readonly quality: Float32Array
  /** Number of words matched at all, and number matched by a name or the kind. */
  readonly met: Uint8Array
  readonly inName: Uint8Array
}

export interface MatchOptions {
  readonly withTypos: boolean
  /** With several words, one may be the city. */
  readonly withAround: boolean
}

const SPELLING = 0.97
const BEGINNING_FROM = 0.78
const BEGINNING_RANGE = 0.18
const EDIT_COST = 0.2
const SIMILAR_FROM = 0.78
const HALF_TYPED_COST = 0.12
const LATER_FACTOR = 0.93
const KIND_QUALITY = 0.8
const AROUND_FACTOR = 0.7

/** Calls `visit` with each vocabulary word that `typed` may mean and its match quality. A word may be visited twice. */
function visitMeant(
  vocabulary: Vocabulary,
  typed: string,
  { withTypos, visit }: { readonly withTypos: boolean; readonly visit: (word: number, quality: number) => void },
): void {
  visitBeginnings(vocabulary, typed, (word) => {
    const length = vocabulary.words[word]?.length ?? typed.length
    visit(word, length === typed.length ? 1 : BEGINNING_FROM + (BEGINNING_RANGE * typed.length) / length)
  })
  for (const spelling of otherSpellings(typed)) {
    const word = findWord(vocabulary, spelling)
    if (word !== undefined) visit(word, SPELLING)
  }
  const edits = withTypos ? editsAllowed(typed) : 0
  if (edits === 0) return
  for (const similar of findSimilar(vocabulary, typed, edits))
    visit(similar.word, SIMILAR_FROM - EDIT_COST * similar.edits - (similar.isWhole ? 0 : HALF_TYPED_COST))
}

/**
 * Rows matched by one word: the best quality of each, and whether a name or the kind matched. Reused for the next word:
 * clearing `rows` is cheap.
 */
class WordMatches {
  readonly best: Float32Array
  readonly isNamed: Uint8Array
  readonly rows: number[] = []

  constructor(size: number) {
    this.best = new Float32Array(size)
    this.isNamed = new Uint8Array(size)
  }

  take(row: number, quality: number, isNamed: boolean): void {
    const before = this.best[row] ?? 0
    if (before === 0) this.rows.push(row)
    if (quality > before) this.best[row] = quality
    if (isNamed) this.isNamed[row] = 1
  }

  /** Adds the matches to `matches` and clears itself. */
  moveTo({ quality, met, inName }: Matches): void {
    for (const row of this.rows) {
      quality[row] = (quality[row] ?? 0) + (this.best[row] ?? 0)
      met[row] = (met[row] ?? 0) + 1
      inName[row] = (inName[row] ?? 0) + (this.isNamed[row] ?? 0)
      this.best[row] = 0
      this.isNamed[row] = 0
    }
    this.rows.length = 0
  }
}

/**
 * Nearly every name has a word that begins with one or two given letters, so only first words count for such a search.
 */
const FEW_LETTERS = 2

function matchFewLetters({ names }: PlaceIndex, typed: string, found: WordMatches): void {
  visitBeginnings(names, typed, (word) => {
    const quality = names.words[word] === typed ? 1 : BEGINNING_FROM
    const end = names.starts[word + 1] ?? 0
    for (let at = names.starts[word] ?? 0; at < end; at += 1) {
      const entry = names.entries[at] ?? 0
      if (!isLaterWord(entry)) found.take(rowOf(entry), quality, true)
    }
  })
}

function matchWord(index: PlaceIndex, typed: string, into: { options: MatchOptions; found: WordMatches }): void {
  const { names, around, rowsOfKind } = index
  const { options, found } = into
  const { withTypos } = options
  visitMeant(names, typed, {
    withTypos,
    visit: (word, quality) => {
      const end = names.starts[word + 1] ?? 0
      for (let at = names.starts[word] ?? 0; at < end; at += 1) {
        const entry = names.entries[at] ?? 0
        found.take(rowOf(entry), isLaterWord(entry) ? quality * LATER_FACTOR : quality, true)
      }
    },
  })
  for (const kind of kindsMeant(typed))
    for (const row of rowsOfKind.get(kind) ?? []) found.take(row, KIND_QUALITY, true)
  if (!options.withAround) return
  visitMeant(around, typed, {
    withTypos,
    visit: (word, quality) => {
      const end = around.starts[word + 1] ?? 0
      for (let at = around.starts[word] ?? 0; at < end; at += 1)
        found.take(around.entries[at] ?? 0, quality * AROUND_FACTOR, false)
    },
  })
}

/** Returns how each row of the index matches the words. */
export function matchWords(index: PlaceIndex, words: readonly string[], options: MatchOptions): Matches {
  const size = index.places.length
  const matches = { quality: new Float32Array(size), met: new Uint8Array(size), inName: new Uint8Array(size) }
  const found = new WordMatches(size)
  const [only = ''] = words
  const isShort = words.length === 1 && only.length <= FEW_LETTERS
  for (const word of words) {
    if (isShort) matchFewLetters(index, word, found)
    else matchWord(index, word, { options, found })
    found.moveTo(matches)
  }
  return matches
}
