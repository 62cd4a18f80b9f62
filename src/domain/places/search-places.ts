import { distanceMetres } from '../../lib/cell.ts'
import type { CountryCode } from '../country.ts'
import { normaliseText } from '../search-text.ts'
import { matchWords } from './match-words.ts'
import type { PlaceIndex } from './place-index.ts'
import { COUNTRY_WORDS, isAddressNumber, isFiller, kindsMeant } from './place-words.ts'
import { type PlaceHit, rankPlace, type Surroundings, type Typed } from './rank-place.ts'

export interface PlaceQuery extends Surroundings {
  /** Unmodified input. */
  readonly text: string
  readonly limit?: number
}

const LIMIT = 8
/** A longer text is a pasted page; the rest is ignored. */
const MAX_TEXT_LENGTH = 200
const MAX_WORDS = 8
/** Places within this distance count as local, whatever their country. */
const AT_HOME_METRES = 100_000
/** Two rows of the same name and kind within this distance are the same place. */
const SAME_PLACE_METRES = 5_000
const MIN_WORDS_TO_MISS_ONE = 3
/** Number of best rows checked for duplicates and places abroad. */
const CONSIDERED = 40

interface Attempt {
  readonly words: readonly string[]
  readonly withTypos: boolean
  /** Number of words that may remain unmatched. */
  readonly missing: number
  readonly onlyIn?: CountryCode
}

const isCountryCode = (code: string): code is CountryCode => code in COUNTRY_WORDS

/** Separates a named country from the other words; its two-letter code is recognised only as the last word. */
function takeCountry(
  words: readonly string[],
): { readonly country: CountryCode; readonly rest: readonly string[] } | undefined {
  for (const [code, names] of Object.entries(COUNTRY_WORDS)) {
    const known = names.split(' ')
    const isNamed = (word: string, index: number): boolean =>
      known.includes(word) && (word.length > 2 || index === words.length - 1)
    const rest = words.filter((word, index) => !isNamed(word, index))
    if (isCountryCode(code) && rest.length > 0 && rest.length < words.length) return { country: code, rest }
  }
  return undefined
}

/** "w" and "st" alone are in half of all names: if the number beside them is not found, matching them is pointless. */
const MIN_TELLING_LENGTH = 3
const tells = (words: readonly string[]): boolean =>
  words.some((word) => word.length >= MIN_TELLING_LENGTH && !/\d/.test(word))

/** Returns the search attempts, strictest first. */
function attemptsOf(words: readonly string[]): readonly Attempt[] {
  const attempts: Attempt[] = [{ words, withTypos: false, missing: 0 }]
  const named = takeCountry(words)
  if (named !== undefined) attempts.push({ words: named.rest, withTypos: false, missing: 0, onlyIn: named.country })
  const rest = named?.rest ?? words
  const only = named === undefined ? {} : { onlyIn: named.country }
  const unnumbered = rest.filter((word) => !isAddressNumber(word))
  const isAddress = tells(unnumbered) && unnumbered.length < rest.length
  if (isAddress) attempts.push({ words: unnumbered, withTypos: false, missing: 0, ...only })
  attempts.push({ words: rest, withTypos: true, missing: 0, ...only })
  if (isAddress) attempts.push({ words: unnumbered, withTypos: true, missing: 0, ...only })
  const last = isAddress ? unnumbered : rest
  if (last.length >= MIN_WORDS_TO_MISS_ONE && tells(last))
    attempts.push({ words: last, withTypos: true, missing: 1, ...only })
  return attempts
}

/**
 * Returns the words that must match. Fillers such as "of" and "de" are optional in names and dropped, except as the
 * last word, which may be incomplete.
 */
function wordsOf(whole: string): readonly string[] {
  const words = [...new Set(whole.split(' '))].slice(0, MAX_WORDS)
  const kept = words.filter((word, index) => index === words.length - 1 || !isFiller(word))
  return kept
}

/**
 * The best hits so far, best first, at most `CONSIDERED`: most rows that match a short word do not deserve an object.
 */
class BestHits {
  readonly hits: PlaceHit[] = []

  get least(): number {
    return this.hits.length < CONSIDERED ? -Infinity : (this.hits.at(-1)?.score ?? -Infinity)
  }

  add(hit: PlaceHit): void {
    let at = this.hits.length
    while (at > 0 && hit.score > (this.hits[at - 1]?.score ?? 0)) at -= 1
    this.hits.splice(at, 0, hit)
    if (this.hits.length > CONSIDERED) this.hits.pop()
  }
}

interface Asked {
  readonly attempt: Attempt
  readonly typed: Typed
  readonly query: PlaceQuery
}

function findIn(index: PlaceIndex, { attempt, typed, query }: Asked, best: BestHits): void {
  const { words, withTypos, missing, onlyIn } = attempt
  const matches = matchWords(index, words, { withTypos, withAround: words.length > 1 })
  const needed = words.length - missing
  const { near, country } = query
  for (let row = 0; row < matches.met.length; row += 1) {
    if ((matches.met[row] ?? 0) < needed || (matches.inName[row] ?? 0) === 0) continue
    if (onlyIn !== undefined && index.places[row]?.countryCode !== onlyIn) continue
    const hit = rankPlace(index, { row, matches, typed, near, country }, best.least)
    if (hit !== undefined) best.add(hit)
  }
}

function isSamePlace(a: PlaceHit, b: PlaceHit): boolean {
  return a.key === b.key && a.place.kind === b.place.kind && distanceMetres(a.place, b.place) < SAME_PLACE_METRES
}

const isAtHome = ({ place }: PlaceHit, { country, near }: Surroundings): boolean =>
  country === undefined ||
  place.countryCode === country ||
  (near !== null && distanceMetres(place, near) < AT_HOME_METRES)

/** Towns of this rank or larger are known internationally. */
const KNOWN_ABROAD_RANK = 6

/**
 * Places abroad are shown only when named: a large town by its whole name, a code, or a place together with its city.
 */
const isNamedAbroad = ({ isExact, namesCity, place, as }: PlaceHit): boolean => {
  const isTown = place.kind === 'city' && place.rank <= KNOWN_ABROAD_RANK
  return namesCity || (isExact && (isTown || (as !== null && as === as.toUpperCase())))
}

interface WholeQuery extends PlaceQuery {
  readonly whole: string
}

function findHits(indexes: readonly PlaceIndex[], query: WholeQuery): readonly PlaceHit[] {
  const found: PlaceHit[] = []
  const abroad: PlaceHit[] = []
  const isKnown = (hit: PlaceHit): boolean => [...found, ...abroad].some((other) => isSamePlace(hit, other))
  for (const attempt of attemptsOf(wordsOf(query.whole))) {
    const isNamed = attempt.onlyIn !== undefined
    const { words, withTypos, missing } = attempt
    const asked = isNamed ? words.join(' ') : query.whole
    const typed = { whole: asked, words, withTypos, isLoose: missing > 0, kinds: kindsMeant(asked) }
    const best = new BestHits()
    for (const index of indexes) findIn(index, { attempt, typed, query }, best)
    for (const hit of best.hits) {
      if (isKnown(hit)) continue
      if (isNamed || isAtHome(hit, query) || isNamedAbroad(hit)) found.push(hit)
      else abroad.push(hit)
    }
    if (found.length > 0) break
  }
  return found.length > 0 ? found : abroad
}

/** "aéroport Dakar": the airport lies in another town, so the search looks around the named town. */
function findNearTown(indexes: readonly PlaceIndex[], query: WholeQuery): readonly PlaceHit[] {
  const words = wordsOf(query.whole)
  const kinds = words.filter((word) => kindsMeant(word).length > 0)
  const rest = words.filter((word) => !kinds.includes(word))
  if (kinds.length === 0 || rest.length === 0) return []
  const town = findHits(indexes, { ...query, whole: rest.join(' ') }).find(({ place }) => place.kind === 'city')?.place
  if (town === undefined) return []
  return findHits(indexes, { ...query, whole: kinds.join(' '), near: town, country: town.countryCode })
}

/**
 * Searches places as the driver types: accents, abbreviations and typing errors are tolerated, words may be in any
 * order, and a city, state or country may follow the name. Sorted by match, distance, own country, then size; places
 * abroad appear only when named or when nothing else is found. Pure: the same query on the same rows gives the same
 * list.
 */
export function searchPlaces(indexes: readonly PlaceIndex[], query: PlaceQuery): readonly PlaceHit[] {
  const whole = normaliseText(query.text.slice(0, MAX_TEXT_LENGTH))
  if (whole === '') return []
  const hits = findHits(indexes, { ...query, whole })
  return (hits.length > 0 ? hits : findNearTown(indexes, { ...query, whole })).slice(0, query.limit ?? LIMIT)
}
