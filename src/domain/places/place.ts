import type { CountryCode } from '../country.ts'

/** Kinds of places; a pack's digits are indices into this list. */
export const PLACE_KINDS = [
  'city',
  'neighbourhood',
  'airport',
  'station',
  'stadium',
  'university',
  'hospital',
  'mall',
  'landmark',
  'square',
  'park',
  'street',
] as const

export type PlaceKind = (typeof PLACE_KINDS)[number]

/** A place that a driver may search for: a town, a neighbourhood, a station, a street. */
export interface Place {
  readonly name: string
  /** Other spellings and codes: `YYZ`, `Gare centrale`. */
  readonly otherNames: readonly string[]
  readonly kind: PlaceKind
  /** The city it lies in; for a town, its own name. */
  readonly city: string
  readonly state: string
  readonly countryCode: CountryCode
  readonly lat: number
  readonly lng: number
  /** Natural Earth's rank of its city: 0 for New York and Lagos, 10 for a village, `UNRANKED` without a rank. */
  readonly rank: number
}

export const UNRANKED = 11
