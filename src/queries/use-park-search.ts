import { type KeptPark, readParkSearch } from '../db/read/park-search.ts'
import type { CountryCode } from '../domain/country.ts'
import { type Query, useSavedOf } from './query.ts'

export interface ParkSearchOptions {
  readonly limit?: number
  readonly country?: CountryCode
}

const LIMIT = 50

/** Mirrored parks by name, place or code. Empty for an empty text. */
export function useParkSearch(text: string, options: ParkSearchOptions = {}): Query<readonly KeptPark[]> {
  const { limit = LIMIT, country } = options
  const query = { text, limit, ...(country === undefined ? {} : { country }) }
  return useSavedOf(JSON.stringify(query), () => readParkSearch(query))
}
