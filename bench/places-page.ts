/** Built for a browser and run there: what a keystroke in the search field costs. Milliseconds. */
import type { Place } from '../src/domain/places/place.ts'
import { buildPlaceIndex } from '../src/domain/places/place-index.ts'
import { decodePlacePack, type PlacePack } from '../src/domain/places/place-pack.ts'
import { type PlaceQuery, searchPlaces } from '../src/domain/places/search-places.ts'

export interface Typing {
  readonly packs: readonly PlacePack[]
  /** Rows in addition to those in the packs. */
  readonly more: readonly Place[]
  readonly queries: readonly PlaceQuery[]
}

export interface TypingTimes {
  /** From the packs' text to a searchable index. */
  readonly buildMs: number
  readonly rows: number
  /** Best of three per query, after one warm-up round: a shared machine pauses any single one for some milliseconds. */
  readonly times: readonly number[]
}

const ROUNDS = 3

export function timeKeystrokes({ packs, more, queries }: Typing): TypingTimes {
  const startedAt = performance.now()
  const indexes = [...packs.map((pack) => buildPlaceIndex(decodePlacePack(pack))), buildPlaceIndex(more)]
  const buildMs = performance.now() - startedAt
  const timeOf = (query: PlaceQuery): number => {
    const began = performance.now()
    searchPlaces(indexes, query)
    return performance.now() - began
  }
  for (const query of queries) timeOf(query)
  const rows = indexes.reduce((sum, { places }) => sum + places.length, 0)
  return {
    buildMs,
    rows,
    times: queries.map((query) => Math.min(...Array.from({ length: ROUNDS }, () => timeOf(query)))),
  }
}
