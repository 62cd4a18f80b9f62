import type { Park } from '../../src/contract/parks.ts'
import { distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import type { ParkLine } from './park-line.ts'

/** The nearest named place of a car park that has no name (`data/osm-near.ndjson`). */
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

/** Beyond this a neighbour's name says nothing about a place. */
const NEAR_METRES = 1_000

export interface NamedPlace extends LatLng {
  readonly name: string
}

/** Senegal's names are French, as its own are. */
function nearName(line: ParkLine, { name, distanceM }: NearPlace): string {
  const metres = String(Math.max(10, Math.round(distanceM / 10) * 10))
  return line.country_code === 'SN'
    ? `Parking près de ${name} (${metres} m)`
    : `${KIND_NAME[line.kind]} near ${name} (${metres} m)`
}

/** A name for a place without one: near what it is, else the kind and the town. The source's own name is never touched. */
export function sandboxName(line: ParkLine, near: NearPlaces, named: readonly NamedPlace[]): string {
  const known = near.get(nearKey(line.source, line.source_id)) ?? findNeighbour(line, named)
  if (known !== undefined) return nearName(line, known)
  const place = line.city ?? line.state
  if (line.country_code === 'SN') return place === null ? 'Parking' : `Parking, ${place}`
  return place === null ? KIND_NAME[line.kind] : `${KIND_NAME[line.kind]}, ${place}`
}

function findNeighbour({ lat, lng }: ParkLine, named: readonly NamedPlace[]): NearPlace | undefined {
  if (lat === null || lng === null) return undefined
  let best: NearPlace | undefined
  for (const place of named) {
    // A degree of latitude is 111 km: most places are told apart without trigonometry.
    if (Math.abs(place.lat - lat) > 0.01) continue
    const distanceM = distanceMetres({ lat, lng }, place)
    if (distanceM <= NEAR_METRES && (best === undefined || distanceM < best.distanceM))
      best = { name: place.name, distanceM }
  }
  return best
}
