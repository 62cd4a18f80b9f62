import type { CountryCode } from '../country.ts'

/** What a place is, in the order of the digits of a pack. */
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

/** Something that a driver may type: a town, a quarter, a station, a street. */
export interface Place {
  readonly name: string
  /** Other spellings and codes: `YYZ`, `Gare centrale`. */
  readonly otherNames: readonly string[]
  readonly kind: PlaceKind
  /** Where it lies; a town names itself. */
  readonly city: string
  readonly state: string
  readonly countryCode: CountryCode
  readonly lat: number
  readonly lng: number
  /** Importance of its city as Natural Earth has it: 0 for New York and Lagos, 10 for a village, `UNRANKED` for none. */
  readonly rank: number
}

export const UNRANKED = 11
