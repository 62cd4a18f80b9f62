/**
 * The places of one country in columns, sorted by state, city, kind and name, so that equal values are adjacent and
 * compress well. `scripts/pack-places.ts` writes it from `data/places*.ndjson`; a phone loads its country's file on
 * demand.
 */
import { invariant, must } from '../../lib/assert.ts'
import { decodeLine } from '../basemap.ts'
import { isCountryCode } from '../country.ts'
import type { ListedKind } from '../listed-kinds.ts'
import { PLACE_KINDS, type Place } from './place.ts'

export interface PlacePack {
  readonly format: 1
  readonly country: string
  /** Separated by line feeds, like cities and names. */
  readonly states: string
  readonly cities: string
  /** For each city its state's index, its number of rows, and its rank (see `Place.rank`). */
  readonly stateOf: readonly number[]
  readonly rowsOf: readonly number[]
  readonly rankOf: readonly number[]
  /** One line per place: its name, then its other names, separated by tabs. An empty name stands for the city's. */
  readonly names: string
  /** One base-36 digit per place: its index in `PLACE_KINDS`. */
  readonly kinds: string
  /** Encoded like a line of the base map, with 4 decimals (11 m). */
  readonly points: string
  /** Rows of each kind with a car park of `data/parks*.ndjson` nearby (`NEAR_METRES`), the most likely ones first. */
  readonly nearParks: Readonly<Record<ListedKind, readonly number[]>>
}

interface CityOfPack {
  readonly city: string
  readonly state: string
  readonly rank: number
}

function citiesOf(pack: PlacePack): readonly CityOfPack[] {
  const states = pack.states.split('\n')
  return pack.cities.split('\n').flatMap((city, index) => {
    const state = must(states[must(pack.stateOf[index], 'state of a city')], 'a state')
    const row = { city, state, rank: must(pack.rankOf[index], 'rank of a city') }
    return Array.from({ length: must(pack.rowsOf[index], 'rows of a city') }, () => row)
  })
}

/** Throws when column lengths disagree: the file is built with the app, so that means a bug or a truncated file. */
export function decodePlacePack(pack: PlacePack): readonly Place[] {
  const { country: countryCode } = pack
  invariant(pack.format === 1 && isCountryCode(countryCode), 'a pack of places of format 1')
  const cities = citiesOf(pack)
  const names = pack.names.split('\n')
  const points = decodeLine(pack.points)
  invariant(cities.length === names.length && points.length === 2 * names.length, 'columns of one length')
  return names.map((line, index) => {
    const { city, state, rank } = must(cities[index], 'city of a place')
    const [name = '', ...otherNames] = line.split('\t')
    const kind = must(PLACE_KINDS[Number.parseInt(pack.kinds.charAt(index), 36)], 'kind of a place')
    const at = { lat: must(points[2 * index + 1], 'latitude'), lng: must(points[2 * index], 'longitude') }
    return { name: name === '' ? city : name, otherNames, kind, city, state, countryCode, rank, ...at }
  })
}

/** Returns the places of one kind with car parks nearby. */
export function placesNearParks(pack: PlacePack, kind: ListedKind): readonly Place[] {
  const places = decodePlacePack(pack)
  return pack.nearParks[kind].map((row) => must(places[row], 'a place near a car park'))
}
