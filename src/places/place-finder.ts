import { COUNTRIES, type CountryCode } from '../domain/country.ts'
import { readPosition } from '../domain/places/coordinates.ts'
import type { Place } from '../domain/places/place.ts'
import { buildPlaceIndex, type PlaceIndex } from '../domain/places/place-index.ts'
import type { PlaceHit } from '../domain/places/rank-place.ts'
import { searchPlaces } from '../domain/places/search-places.ts'
import type { FoundPlace, PlaceAnswer, PlaceQuestion } from './place-messages.ts'

export interface PlaceSources {
  /** Loads a country's places; null when they are not available now. */
  readonly loadPack: (country: CountryCode) => Promise<readonly Place[] | null>
  /**
   * Loads the built-in map's towns, for countries whose places are not loaded; null when they are not available now.
   */
  readonly loadTowns: () => Promise<readonly Place[] | null>
}

export interface PlaceFinder {
  /** Answers once, or twice if other countries' places were loaded for the question. */
  readonly ask: (question: PlaceQuestion, answer: (answer: PlaceAnswer) => void) => Promise<void>
  /** Adds places, such as the streets of a region saved on this phone, replacing earlier ones of the same name. */
  readonly addPlaces: (name: string, places: readonly Place[]) => void
}

const MAX_ROWS = 8
/** A connection that hangs must not delay results that are already available. */
const PATIENCE_MS = 1_500

const toFound = ({ place, as, isWhole }: PlaceHit): FoundPlace => {
  const { name, kind, city, state, countryCode, lat, lng } = place
  return { name, as, kind, city, state, countryCode, lat, lng, isWhole }
}

/**
 * Returns the most likely match. A hit that lacks one of the words is offered in the list but never chosen
 * automatically.
 */
function bestOf(hits: readonly PlaceHit[]): FoundPlace | null {
  const [first] = hits
  return first === undefined || first.isLoose ? null : toFound(first)
}

const inTime = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))])

/** Holds the searchable places: packs of countries, saved regions, and towns of the countries without a pack. */
function createShelf({ loadPack, loadTowns }: PlaceSources) {
  const packs = new Map<CountryCode, PlaceIndex>()
  const added = new Map<string, PlaceIndex>()
  const loading = new Map<CountryCode | 'towns', Promise<void>>()
  let towns: readonly Place[] | null = null
  let ofTowns: { readonly index: PlaceIndex; readonly key: string } | undefined
  const isComplete = (): boolean => packs.size === COUNTRIES.length
  /** Resolves when the data is loaded, unavailable, or too slow; in the last case it is added later. */
  const once = (what: CountryCode | 'towns', load: () => Promise<void>): Promise<void> => {
    const underWay = loading.get(what) ?? load().finally(() => loading.delete(what))
    loading.set(what, underWay)
    return inTime(underWay)
  }
  const townIndex = (all: readonly Place[]): PlaceIndex => {
    const key = [...packs.keys()].join()
    if (ofTowns?.key !== key)
      ofTowns = { key, index: buildPlaceIndex(all.filter(({ countryCode }) => !packs.has(countryCode))) }
    return ofTowns.index
  }
  return {
    added,
    isComplete,
    load: async (country: CountryCode): Promise<void> => {
      if (packs.has(country)) return
      await once(country, async () => {
        const places = await loadPack(country)
        if (places !== null) packs.set(country, buildPlaceIndex(places))
      })
    },
    loadTowns: async (): Promise<void> => {
      if (towns !== null || isComplete()) return
      await once('towns', async () => {
        towns = await loadTowns()
      })
    },
    indexes: (): readonly PlaceIndex[] => {
      const here = [...packs.values(), ...added.values()]
      return towns === null || isComplete() ? here : [...here, townIndex(towns)]
    },
  }
}

/** Searches the driver's country first; other countries are loaded only when it does not answer the question. */
export function createPlaceFinder(sources: PlaceSources): PlaceFinder {
  const shelf = createShelf(sources)
  const ask: PlaceFinder['ask'] = async ({ id, text, near, country }, answer) => {
    const position = readPosition(text) ?? null
    if (position !== null && position.kind !== 'words')
      return answer({ id, position, places: [], best: null, isLast: true })
    const query = { text: position?.text ?? text, near, country: country ?? undefined }
    const search = (): readonly PlaceHit[] => searchPlaces(shelf.indexes(), { ...query, limit: MAX_ROWS })
    const isHome = ({ place, hasTypos }: PlaceHit): boolean => !hasTypos && place.countryCode === country
    if (country !== null) await shelf.load(country)
    let first = search()
    if (!first.some(isHome)) {
      await shelf.loadTowns()
      first = search()
    }
    const isLast = shelf.isComplete() || first.some(isHome)
    const places = first.map(toFound)
    answer({ id, position, places, best: bestOf(first), isLast })
    if (isLast) return undefined
    await Promise.all(COUNTRIES.map(({ code }) => shelf.load(code)))
    const second = search()
    const isNew = ({ key, place }: PlaceHit): boolean =>
      !first.some((hit) => hit.key === key && hit.place.kind === place.kind && hit.place.state === place.state)
    const all = [...places, ...second.filter(isNew).map(toFound)].slice(0, MAX_ROWS)
    return answer({ id, position, places: all, best: bestOf(second), isLast: true })
  }
  return { ask, addPlaces: (name, places) => void shelf.added.set(name, buildPlaceIndex(places)) }
}
