import type { LatLng } from '../../lib/cell.ts'
import type { CountryCode } from '../country.ts'
import { type Place, type PlaceKind, UNRANKED } from './place.ts'
import type { Matches } from './match-words.ts'
import type { PlaceIndex } from './place-index.ts'

/** Ranking inputs besides how well the names match. */
export interface Surroundings {
  /** Position of the driver, or the centre of the map. */
  readonly near: LatLng | null
  readonly country: CountryCode | undefined
}

export interface PlaceHit {
  readonly place: Place
  /** Normalised name. */
  readonly key: string
  /** The other name that matched, such as `YYZ`; null: its own name. */
  readonly as: string | null
  readonly score: number
  /** The text equals one of its names. */
  readonly isExact: boolean
  /** Every word of its name was typed, and nothing else except its location. */
  readonly isWhole: boolean
  /** Found only with typing errors allowed. */
  readonly hasTypos: boolean
  /** One of the typed words does not match. */
  readonly isLoose: boolean
  /** A typed word matches its city or state. */
  readonly namesCity: boolean
}

/*
 * Points by importance: match of the words (0 to 60, plus more for a whole name), distance (0 to 16), own country (14),
 * size or popularity (0 to 12). A better kind of match outranks any distance, and distance outranks size.
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
/** "airport" means an airport, wherever it is, and not a neighbourhood named after one. */
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

/** The flat-earth distance is exact enough for ranking, at a tenth of the cost. */
function roughKm(a: LatLng, b: LatLng): number {
  const x = (a.lng - b.lng) * Math.cos(b.lat * RADIANS)
  const y = a.lat - b.lat
  return KM_IN_DEGREE * Math.sqrt(x * x + y * y)
}

const nearPoints = (place: Place, near: LatLng | null): number =>
  near === null ? 0 : Math.max(0, NEAR_POINTS - NEAR_FALL * Math.log(1 + roughKm(place, near) / NEAR_HALF_KM))

/** A large town outranks the places in it. */
const sizePoints = ({ kind, rank }: Place): number =>
  KIND_POINTS[kind] + (UNRANKED - rank) * RANK_POINTS * (kind === 'city' ? 2 : 1)

export interface Typed {
  /** The normalised text, and the words that must match. */
  readonly whole: string
  readonly words: readonly string[]
  readonly withTypos: boolean
  readonly isLoose: boolean
  /** The kinds of places asked for, if the text consists of nothing else. */
  readonly kinds: readonly PlaceKind[]
}

function formPoints(index: PlaceIndex, row: number, { whole, kinds }: Typed): { points: number; form: number } {
  const forms = index.forms[row] ?? []
  const same = forms.indexOf(whole)
  const isOfKind = kinds.length === 0 || kinds.includes(index.places[row]?.kind ?? 'street')
  // A neighbourhood called "Airport" is not an airport.
  if (same >= 0 && !isOfKind) return { points: BEGINS_NAME, form: same }
  if (same >= 0) return { points: same === 0 ? WHOLE_NAME : WHOLE_OTHER_NAME, form: same }
  // Half of all station names begin with "gare": the nearest one is meant, whatever its name.
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

/** Returns the row as a hit if it scores more than `least` points. */
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
