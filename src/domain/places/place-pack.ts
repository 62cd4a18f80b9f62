/**
 * The places of one country in columns, sorted by state, city, kind and name, so that equal things lie beside each other and
 * compress. `scripts/pack-places.ts` writes it from `data/places*.ndjson`; a phone loads its country's file when it is asked for.
 */
import { invariant, must } from '../../lib/assert.ts'
import { decodeLine } from '../basemap.ts'
import { isCountryCode } from '../country.ts'
import type { ListedKind } from '../listed-kinds.ts'
import { PLACE_KINDS, type Place } from './place.ts'

export interface PlacePack {
  readonly format: 1
  readonly country: string
  /** Separated by line feeds, as cities and names are. */
  readonly states: string
  readonly cities: string
  /** For each city the index of its state, how many rows it has, and its rank (see `Place.rank`). */
  readonly stateOf: readonly number[]
  readonly rowsOf: readonly number[]
  readonly rankOf: readonly number[]
  /** A line for each place: its name, then its other names, separated by tabs. An empty name is the city's. */
  readonly names: string
  /** One digit in base 36 for each place, its index in `PLACE_KINDS`. */
  readonly kinds: string
  /** A line as the base map has them, 4 decimals (11 m). */
  readonly points: string
  /** Rows of each kind near which there is a car park of `data/parks*.ndjson` (`NEAR_METRES`), the most likely ones first. */
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

/** Throws where the columns do not fit each other: the file is built with the app, so that is a bug or half a file. */
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

/** The places of one kind near which there are car parks. */
export function placesNearParks(pack: PlacePack, kind: ListedKind): readonly Place[] {
  const places = decodePlacePack(pack)
  return pack.nearParks[kind].map((row) => must(places[row], 'a place near a car park'))
}
