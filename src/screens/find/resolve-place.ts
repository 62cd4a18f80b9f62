import type { CountryCode } from '../../domain/country.ts'
import { normaliseText } from '../../domain/search-text.ts'
import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import type { FoundPlace, PlaceAnswer } from '../../places/place-messages.ts'
import type { Park } from '../../queries/price-park.ts'

/** So many car parks of one city say where it is; fewer may all stand in one quarter. */
const MANY_PARKS = 40
/** So many make a place of a name that no list of places has. */
const MIN_PARKS = 3
/** A car park farther from a town is in another of that name. */
const CITY_METRES = 60_000

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

const isThere = (park: Park, town: LatLng): boolean =>
  park.lat !== null && park.lng !== null && distanceMetres({ lat: park.lat, lng: park.lng }, town) < CITY_METRES

function middleOf(place: FoundPlace, parks: readonly Park[]): LatLng {
  const { name, kind, countryCode, lat, lng } = place
  if (kind !== 'city') return { lat, lng }
  const start = START_PLACE[countryCode]
  const isStart = normaliseText(start.name) === normaliseText(name) && distanceMetres(start, place) < CITY_METRES
  const near = parks.filter((park) => isThere(park, place))
  return cityCentre(name, near, MANY_PARKS) ?? (isStart ? { lat: start.lat, lng: start.lng } : { lat, lng })
}

export interface PlaceWanted {
  readonly text: string
  /** Those of this phone that have the words. */
  readonly parks: readonly Park[]
  readonly answer: Pick<PlaceAnswer, 'position' | 'best'>
  readonly countryCode: CountryCode | undefined
}

/**
 * Where a text is: coordinates, else the place that was most likely meant, if all its words were typed or no car park has these words,
 * else the car parks of a city of this name. null: the words are those of car parks.
 */
export function resolvePlace({ text, parks, answer: { position, best }, countryCode }: PlaceWanted): LatLng | null {
  if (position?.kind === 'at') return position.at
  if (best !== null && (best.isWhole || parks.length === 0)) return middleOf(best, parks)
  const start = countryCode === undefined ? undefined : START_PLACE[countryCode]
  if (start !== undefined && normaliseText(start.name) === normaliseText(text))
    return { lat: start.lat, lng: start.lng }
  return cityCentre(text, parks, MIN_PARKS)
}
