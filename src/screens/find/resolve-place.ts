import type { CountryCode } from '../../domain/country.ts'
import { normaliseText } from '../../domain/search-text.ts'
import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import type { FoundPlace, PlaceAnswer } from '../../places/place-messages.ts'
import type { Park } from '../../queries/price-park.ts'

/** With this many car parks their median locates a city; fewer may all be in one neighbourhood. */
const MANY_PARKS = 40
/** Minimum number of car parks for a city that no place list contains. */
const MIN_PARKS = 3
/** A car park farther than this from the town belongs to another town of that name. */
const CITY_METRES = 60_000

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Returns the median position of the car parks whose city equals this text: where most of them are, rather than the
 * map's centre of the city.
 */
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
  /** Saved car parks that match the words. */
  readonly parks: readonly Park[]
  readonly answer: Pick<PlaceAnswer, 'position' | 'best'>
  readonly countryCode: CountryCode | undefined
}

/**
 * Resolves a text to a position: coordinates; else the likeliest place, if all its words were typed or no car park
 * matches them; else the car parks of a city with this name. Returns null when the words belong to car parks.
 */
export function resolvePlace({ text, parks, answer: { position, best }, countryCode }: PlaceWanted): LatLng | null {
  if (position?.kind === 'at') return position.at
  if (best !== null && (best.isWhole || parks.length === 0)) return middleOf(best, parks)
  const start = countryCode === undefined ? undefined : START_PLACE[countryCode]
  if (start !== undefined && normaliseText(start.name) === normaliseText(text))
    return { lat: start.lat, lng: start.lng }
  return cityCentre(text, parks, MIN_PARKS)
}
