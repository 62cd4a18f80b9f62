import type { LatLng } from '../../lib/cell.ts'
import type { CountryCode } from '../country.ts'
import { type Place, type PlaceKind, UNRANKED } from './place.ts'
import type { Matches } from './match-words.ts'
import type { PlaceIndex } from './place-index.ts'

/** What the order of two matches depends on, besides how well their names match. */
export interface Surroundings {
  /** The driver, or the middle of the map. */
  readonly near: LatLng | null
  readonly country: CountryCode | undefined
}

export interface PlaceHit {
  readonly place: Place
  /** Its name, normalised. */
  readonly key: string
  /** The other name that was typed, such as `YYZ`; null: its own. */
  readonly as: string | null
  readonly score: number
  /** Every letter of one of its names was typed. */
  readonly isExact: boolean
  /** Every word of its name was typed, and at most where it lies besides. */
  readonly isWhole: boolean
  /** Only with typing errors allowed. */
  readonly hasTypos: boolean
  /** One of the words typed is not met at all. */
  readonly isLoose: boolean
  /** A word that was typed is its city's or state's. */
  readonly namesCity: boolean
}

/*
 * Points, in the order of what counts: how well the words match (0 to 60, more for a whole name), where it is (0 to 16), whose
 * country (14), how large or sought after (0 to 12). A better kind of match beats any distance, a distance beats size.
 */
const WORDS_POINTS = 60
const WHOLE_NAME = 34
const WHOLE_OTHER_NAME = 32
const ALL_WORDS_OF_NAME = 16
const BEGINS_NAME = 10
const NEAR_POINTS = 16
const NEAR_HALF_KM = 4
const NEAR_FALL = 2
const MY_COUNTRY = 14
const RANK_POINTS = 0.5
/** "airport" asks for an airport rather than for a quarter that is named after one, wherever it lies. */
const KIND_MEANT = 12

const KIND_POINTS: Readonly<Record<PlaceKind, number>> = {
  city: 5,
  airport: 4,
  station: 3,
  stadium: 3,
  landmark: 3,
  university: 3,
  mall: 3,
  square: 3,
  hospital: 2,
  neighbourhood: 2,
  park: 1,
  street: 0,
}

const KM_IN_DEGREE = 111.2
const RADIANS = Math.PI / 180

/** A flat earth is exact enough to put rows in order, and costs a tenth. */
function roughKm(a: LatLng, b: LatLng): number {
  const x = (a.lng - b.lng) * Math.cos(b.lat * RADIANS)
  const y = a.lat - b.lat
  return KM_IN_DEGREE * Math.sqrt(x * x + y * y)
}

const nearPoints = (place: Place, near: LatLng | null): number =>
  near === null ? 0 : Math.max(0, NEAR_POINTS - NEAR_FALL * Math.log(1 + roughKm(place, near) / NEAR_HALF_KM))

/** A town of many is worth more than what lies in it. */
const sizePoints = ({ kind, rank }: Place): number =>
  KIND_POINTS[kind] + (UNRANKED - rank) * RANK_POINTS * (kind === 'city' ? 2 : 1)

export interface Typed {
  /** What was typed, normalised, and the words that had to be met. */
  readonly whole: string
  readonly words: readonly string[]
  readonly withTypos: boolean
  readonly isLoose: boolean
  /** The kinds of place that are wanted, where what was typed says nothing else. */
  readonly kinds: readonly PlaceKind[]
}

function formPoints(index: PlaceIndex, row: number, { whole, kinds }: Typed): { points: number; form: number } {
  const forms = index.forms[row] ?? []
  const same = forms.indexOf(whole)
  const isOfKind = kinds.length === 0 || kinds.includes(index.places[row]?.kind ?? 'street')
  // A quarter called "Airport" is no airport.
  if (same >= 0 && !isOfKind) return { points: BEGINS_NAME, form: same }
  if (same >= 0) return { points: same === 0 ? WHOLE_NAME : WHOLE_OTHER_NAME, form: same }
  // "gare" is the beginning of half of all stations: the nearest is meant, not one that is spelt so.
  const begun = kinds.length > 0 ? -1 : forms.findIndex((form) => form.startsWith(whole))
  return begun >= 0 ? { points: BEGINS_NAME, form: begun } : { points: 0, form: -1 }
}

export interface RowMatch {
  readonly row: number
  readonly matches: Matches
  readonly typed: Typed
}

interface Scored {
  readonly score: number
  readonly hasAllWords: boolean
  readonly points: number
  readonly form: number
}

function scoreRow(index: PlaceIndex, place: Place, match: RowMatch & Surroundings): Scored {
  const { row, matches, typed, near, country } = match
  const { points, form } = formPoints(index, row, typed)
  const hasAllWords = points < WHOLE_OTHER_NAME && (matches.inName[row] ?? 0) >= (index.nameWords[row] ?? 1)
  const score =
    (WORDS_POINTS * (matches.quality[row] ?? 0)) / Math.max(1, typed.words.length) +
    points +
    (hasAllWords ? ALL_WORDS_OF_NAME : 0) +
    (typed.kinds.includes(place.kind) ? KIND_MEANT : 0) +
    nearPoints(place, near) +
    (place.countryCode === country ? MY_COUNTRY : 0) +
    sizePoints(place)
  return { score, points, form, hasAllWords }
}

/** The row as a hit, where it has more than `least` points. */
export function rankPlace(index: PlaceIndex, match: RowMatch & Surroundings, least: number): PlaceHit | undefined {
  const { row, matches, typed } = match
  const place = index.places[row]
  if (place === undefined) return undefined
  const { score, points, form, hasAllWords } = scoreRow(index, place, match)
  if (score <= least) return undefined
  return {
    place,
    key: index.forms[row]?.[0] ?? '',
    as: form > 0 ? (place.otherNames[form - 1] ?? null) : null,
    score,
    isExact: points >= WHOLE_OTHER_NAME,
    isWhole: points >= WHOLE_OTHER_NAME || hasAllWords,
    hasTypos: typed.withTypos,
    isLoose: typed.isLoose,
    namesCity: (matches.inName[row] ?? 0) < typed.words.length,
  }
}
