import { countEdits } from '../typing-errors.ts'

/** The distinct words of an index in alphabetical order, each with its rows. */
export interface Vocabulary {
  readonly words: readonly string[]
  /** Bit mask of the letters in each word. */
  readonly letters: Uint32Array
  /** The entries of word `i` are `entries[starts[i]]` to `entries[starts[i + 1] - 1]`. */
  readonly starts: Uint32Array
  readonly entries: Uint32Array
  /** Cache of similar words: all but the last word of a text are unchanged between keystrokes. */
  readonly similar: Map<string, readonly SimilarWord[]>
}

const A = 97
const LETTERS = 26
const OTHERS = 6

function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    const letter = code - A
    bits |= 1 << (letter >= 0 && letter < LETTERS ? letter : LETTERS + (code % OTHERS))
  }
  return bits >>> 0
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

export function buildVocabulary(entriesOf: ReadonlyMap<string, readonly number[]>): Vocabulary {
  const words = [...entriesOf.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const starts = new Uint32Array(words.length + 1)
  let total = 0
  for (const [index, word] of words.entries()) {
    starts[index] = total
    total += entriesOf.get(word)?.length ?? 0
  }
  starts[words.length] = total
  const entries = new Uint32Array(total)
  for (const [index, word] of words.entries()) entries.set(entriesOf.get(word) ?? [], starts[index])
  return { words, letters: Uint32Array.from(words, lettersOf), starts, entries, similar: new Map() }
}

/** Returns the first word that does not sort before `text`. */
function findFirst({ words }: Vocabulary, text: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Calls `visit` with each word that begins with `text`, beginning with `text` itself. */
export function visitBeginnings(vocabulary: Vocabulary, text: string, visit: (word: number) => void): void {
  for (let index = findFirst(vocabulary, text); vocabulary.words[index]?.startsWith(text) === true; index += 1)
    visit(index)
}

export function findWord(vocabulary: Vocabulary, text: string): number | undefined {
  const index = findFirst(vocabulary, text)
  return vocabulary.words[index] === text ? index : undefined
}

export interface SimilarWord {
  readonly word: number
  readonly edits: number
  /** False: only a prefix of the word is similar. */
  readonly isWhole: boolean
}

const MAX_CACHED = 32

/**
 * Returns the words that are within `most` edits of `typed`, as a whole or by a prefix; cached for the next keystroke.
 */
export function findSimilar(vocabulary: Vocabulary, typed: string, most: number): readonly SimilarWord[] {
  const { similar } = vocabulary
  const known = similar.get(typed)
  if (known !== undefined) return known
  if (similar.size >= MAX_CACHED) similar.clear()
  const found = lookForSimilar(vocabulary, typed, most)
  similar.set(typed, found)
  return found
}

function lookForSimilar(vocabulary: Vocabulary, typed: string, most: number): readonly SimilarWord[] {
  const { words, letters } = vocabulary
  const wanted = lettersOf(typed)
  const found: SimilarWord[] = []
  for (let index = 0; index < words.length; index += 1) {
    // Each letter that the word lacks costs an edit, so the bit mask rules out nearly all words without counting edits.
    const missing = wanted & ~(letters[index] ?? 0)
    if (missing !== 0 && countBits(missing) > most) continue
    const word = words[index] ?? ''
    if (word.length < typed.length - most) continue
    const { whole, beginning } = countEdits(typed, word, most)
    if (beginning <= most) found.push({ word: index, edits: Math.min(whole, beginning), isWhole: whole <= beginning })
  }
  return found
}
