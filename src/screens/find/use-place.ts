import { useEffect, useState } from 'react'
import type { CountryCode } from '../../domain/country.ts'
import { createPlaceSearch, type PlaceSearch } from '../../domain/places.ts'
import { normaliseText } from '../../domain/search-text.ts'
import type { LatLng } from '../../lib/cell.ts'
import type { Park } from '../../queries/price-park.ts'
import { useParkSearch } from '../../queries/use-park-search.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { loadBaseMap } from '../../parts/base-map/load-base-map.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'

export interface ResolvedPlace {
  readonly isLoading: boolean
  readonly place: LatLng | null
}

/** So many car parks of one city say where it is; fewer may all stand in one quarter. */
const MANY_PARKS = 40
/** So many make a place of a name that the built-in map does not have. */
const MIN_PARKS = 3
const SAMPLE = 200

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The middle of the car parks whose city is exactly this text: where most of them are, not the centre of the map. */
export function cityCentre(text: string, parks: readonly Park[], atLeast: number): LatLng | null {
  const wanted = normaliseText(text)
  const points = parks.flatMap(({ city, lat, lng }) =>
    city !== null && lat !== null && lng !== null && normaliseText(city) === wanted ? [{ lat, lng }] : [],
  )
  if (points.length < atLeast) return null
  return { lat: median(points.map(({ lat }) => lat)), lng: median(points.map(({ lng }) => lng)) }
}

export interface PlaceWanted {
  readonly text: string
  readonly parks: readonly Park[]
  /** Towns of the built-in map. */
  readonly search: PlaceSearch
  readonly countryCode: CountryCode | undefined
}

/**
 * Where a text is: the many car parks of a city of this name, else a town of this name (or, where no car park has these words, one that
 * begins so), else the few car parks of such a city. null: the words are those of car parks.
 */
export function resolvePlace({ text, parks, search, countryCode }: PlaceWanted): LatLng | null {
  const city = cityCentre(text, parks, MANY_PARKS)
  if (city !== null) return city
  const start = Object.values(START_PLACE).find(({ name }) => normaliseText(name) === normaliseText(text))
  if (start !== undefined) return { lat: start.lat, lng: start.lng }
  const [town] = search({ text, limit: 1, ...(countryCode === undefined ? {} : { countryCode }) })
  const isMeant = town !== undefined && (parks.length === 0 || normaliseText(town.name) === normaliseText(text))
  return isMeant ? { lat: town.lat, lng: town.lng } : cityCentre(text, parks, MIN_PARKS)
}

const findNothing: PlaceSearch = () => []

/** Towns by name; `undefined` until the base map was read. It is read once, when a text asks for it. */
function usePlaceSearch(isWanted: boolean): PlaceSearch | undefined {
  const [search, setSearch] = useState<{ readonly find: PlaceSearch }>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    const load = async () => {
      const map = await loadBaseMap()
      if (isCurrent) setSearch({ find: map === null ? findNothing : createPlaceSearch(map.places) })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return search?.find
}

/** Where a text is, from what this phone has saved; no connection is asked. */
export function usePlace(text: string): ResolvedPlace {
  const parks = useParkSearch(text, { limit: SAMPLE })
  const country = useSelectedCountry()
  const search = usePlaceSearch(text !== '')
  const [kept, keep] = useState<{ readonly text: string; readonly place: LatLng }>()
  const found =
    text === '' || parks.status === 'loading' || search === undefined
      ? null
      : resolvePlace({ text, parks: parks.value, search, countryCode: country?.code })
  // More car parks arrive while one looks: the place must not move under the finger.
  if (found !== null && kept?.text !== text) keep({ text, place: found })
  if (kept?.text === text) return { isLoading: false, place: kept.place }
  if (text === '') return { isLoading: false, place: null }
  if (parks.status === 'loading' || search === undefined) return { isLoading: true, place: null }
  return { isLoading: false, place: found }
}
