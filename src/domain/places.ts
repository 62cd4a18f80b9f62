import type { BasemapPlace } from './basemap.ts'
import type { CountryCode } from './country.ts'
import { matchesTokens, normaliseText, searchTokens } from './search-text.ts'

export interface PlaceQuery {
  readonly text: string
  /** Places of this country come first. */
  readonly countryCode?: CountryCode
  readonly limit?: number
}

export type PlaceSearch = (query: PlaceQuery) => readonly BasemapPlace[]

interface IndexedPlace {
  readonly place: BasemapPlace
  readonly name: string
  readonly nameTokens: readonly string[]
  /** Words of name and state: "portland maine" finds the smaller Portland. */
  readonly tokens: readonly string[]
}

const MOST = 5

/**
 * Towns by the beginning of their words, accents and case ignored, from the base map alone: "Thies" is a position without signal.
 * Order: the whole name, then the chosen country, then a name that begins so, then importance.
 */
export function createPlaceSearch(places: readonly BasemapPlace[]): PlaceSearch {
  const indexed: readonly IndexedPlace[] = places.map((place) => ({
    place,
    name: normaliseText(place.name),
    nameTokens: searchTokens(place.name),
    tokens: searchTokens(`${place.name} ${place.state ?? ''}`),
  }))
  return ({ text, countryCode, limit = MOST }) => {
    const wanted = searchTokens(text)
    const [first] = wanted
    if (first === undefined) return []
    const whole = normaliseText(text)
    const score = ({ name, place }: IndexedPlace): number =>
      (name === whole ? 0 : 4) +
      (countryCode === undefined || place.countryCode === countryCode ? 0 : 2) +
      (name.startsWith(whole) ? 0 : 1)
    return indexed
      .filter(({ nameTokens, tokens }) => matchesTokens(tokens, wanted) && matchesTokens(nameTokens, [first]))
      .map((candidate) => ({ place: candidate.place, score: score(candidate) }))
      .toSorted((a, b) => a.score - b.score || a.place.rank - b.place.rank)
      .slice(0, limit)
      .map(({ place }) => place)
  }
}
