import type { Park } from '../../src/contract/parks.ts'
import { distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import type { ParkLine } from './park-line.ts'

/** The nearest named place of a car park without a name (`data/osm-near.ndjson`). */
export interface NearPlace {
  readonly name: string
  readonly distanceM: number
}
export type NearPlaces = ReadonlyMap<string, NearPlace>

export const nearKey = (source: string, sourceId: string): string => `${source}/${sourceId}`

const KIND_NAME: Readonly<Record<Park['kind'], string>> = {
  garage: 'Parking garage',
  lot: 'Car park',
  street: 'Street parking',
  airport: 'Airport parking',
  stadium: 'Stadium parking',
  station: 'Station parking',
  unknown: 'Car park',
}

/** Beyond this distance a neighbour's name says nothing about a place. */
const NEAR_METRES = 1_000
/** Beyond this distance, neither does the nearest town's. */
const TOWN_METRES = 40_000

export interface NamedPlace extends LatLng {
  readonly name: string
}

/** What a car park without a name may be named after, best first. */
export interface Surroundings {
  readonly near: NearPlaces
  /** Car parks that have a name. */
  readonly named: readonly NamedPlace[]
  /** Stations, malls, squares and other places that drivers know. */
  readonly landmarks: readonly NamedPlace[]
  /** Towns and their neighbourhoods. */
  readonly towns: readonly NamedPlace[]
}

/** "240 m", "3.4 km"; in French "3,4 km". */
function distanceText(distanceM: number, isFrench: boolean): string {
  if (distanceM < 1_000) return `${String(Math.max(10, Math.round(distanceM / 10) * 10))} m`
  const km = (distanceM / 1_000).toFixed(1)
  return `${isFrench ? km.replace('.', ',') : km} km`
}

/** Names in Senegal are French, like its real ones. */
function nearName(line: ParkLine, { name, distanceM }: NearPlace): string {
  const isFrench = line.country_code === 'SN'
  const distance = distanceText(distanceM, isFrench)
  return isFrench ? `Parking près de ${name} (${distance})` : `${KIND_NAME[line.kind]} near ${name} (${distance})`
}

/**
 * Names a place that has no name: after what is nearby, with the distance, so that two in one town differ; else by its
 * kind and town. Never replaces the source's own name.
 */
export function sandboxName(line: ParkLine, { near, named, landmarks, towns }: Surroundings): string {
  const known =
    near.get(nearKey(line.source, line.source_id)) ??
    findNeighbour(line, named, NEAR_METRES) ??
    findNeighbour(line, landmarks, NEAR_METRES) ??
    findNeighbour(line, towns, TOWN_METRES)
  if (known !== undefined) return nearName(line, known)
  const place = line.city ?? line.state
  if (line.country_code === 'SN') return place === null ? 'Parking' : `Parking, ${place}`
  return place === null ? KIND_NAME[line.kind] : `${KIND_NAME[line.kind]}, ${place}`
}

function findNeighbour({ lat, lng }: ParkLine, places: readonly NamedPlace[], limitM: number): NearPlace | undefined {
  if (lat === null || lng === null) return undefined
  let best: NearPlace | undefined
  for (const place of places) {
    // A degree of latitude is 111 km: rules out most places without trigonometry.
    if (Math.abs(place.lat - lat) > limitM / 100_000) continue
    const distanceM = distanceMetres({ lat, lng }, place)
    if (distanceM <= limitM && (best === undefined || distanceM < best.distanceM))
      best = { name: place.name, distanceM }
  }
  return best
}
