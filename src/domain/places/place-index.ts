import { normaliseText } from '../search-text.ts'
import type { Place, PlaceKind } from './place.ts'
import { STATE_CODES } from './place-words.ts'
import { buildVocabulary, type Vocabulary } from './vocabulary.ts'

/** Search index, built once per file of places; saved regions add their own. */
export interface PlaceIndex {
  readonly places: readonly Place[]
  /** For each place its name and other names, normalised. */
  readonly forms: readonly (readonly string[])[]
  /** Number of words in its name. */
  readonly nameWords: Uint8Array
  /** Words of names; entries are built by `toEntry`. */
  readonly names: Vocabulary
  /** Words of city and state; entries are row numbers. */
  readonly around: Vocabulary
  readonly rowsOfKind: ReadonlyMap<PlaceKind, Uint32Array>
}

/** Position of a word in a name. */
export const FIRST_WORD = 0
export const LATER_WORD = 1

const SINGLE_LETTERS = /\b[a-z](?: [a-z]\b)+/g

const toEntry = (row: number, part: number): number => row * 2 + part
export const rowOf = (entry: number): number => entry >>> 1
export const isLaterWord = (entry: number): boolean => (entry & 1) === LATER_WORD

function add(entriesOf: Map<string, number[]>, word: string, entry: number): void {
  const entries = entriesOf.get(word)
  if (entries === undefined) entriesOf.set(word, [entry])
  else if (entries.at(-1) !== entry) entries.push(entry)
}

function addForms(entriesOf: Map<string, number[]>, forms: readonly string[], row: number): void {
  for (const form of forms) {
    let part = FIRST_WORD
    for (const word of form.split(' ')) {
      add(entriesOf, word, toEntry(row, part))
      part = LATER_WORD
    }
    // "dc" must find "Washington, D.C.".
    for (const [letters] of form.matchAll(SINGLE_LETTERS))
      add(entriesOf, letters.replaceAll(' ', ''), toEntry(row, part))
  }
}

/** Returns the words of a city and its state, including the postal abbreviation; cached per pair. */
function createAround(): (place: Place) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return ({ city, state }) => {
    const key = `${city}\t${state}`
    const found = known.get(key)
    if (found !== undefined) return found
    const named = normaliseText(state)
    const words = `${normaliseText(city)} ${named} ${STATE_CODES[named] ?? ''}`.split(' ').filter((word) => word !== '')
    const different = [...new Set(words)]
    known.set(key, different)
    return different
  }
}

export function buildPlaceIndex(places: readonly Place[]): PlaceIndex {
  const names = new Map<string, number[]>()
  const around = new Map<string, number[]>()
  const rowsOfKind = new Map<PlaceKind, number[]>()
  const aroundOf = createAround()
  const forms = places.map((place, row) => {
    const texts = [place.name, ...place.otherNames].map(normaliseText).filter((form) => form !== '')
    addForms(names, texts, row)
    for (const word of aroundOf(place)) add(around, word, row)
    const rows = rowsOfKind.get(place.kind)
    if (rows === undefined) rowsOfKind.set(place.kind, [row])
    else rows.push(row)
    return texts
  })
  return {
    places,
    forms,
    nameWords: Uint8Array.from(forms, ([name = '']) => name.split(' ').length),
    names: buildVocabulary(names),
    around: buildVocabulary(around),
    rowsOfKind: new Map([...rowsOfKind].map(([kind, rows]) => [kind, Uint32Array.from(rows)])),
  }
}
