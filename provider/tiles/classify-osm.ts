import type { StreetClass, StreetTags } from './street-feature.ts'

/** Tags of an OpenStreetMap node, way or relation. */
export type OsmTags = Readonly<Record<string, string>>

const MAXIMUM_NAME = 120

const ROADS: Readonly<Record<string, { readonly kind: string; readonly fromZoom: number }>> = {
  motorway: { kind: 'highway', fromZoom: 10 },
  motorway_link: { kind: 'highway', fromZoom: 12 },
  trunk: { kind: 'major_road', fromZoom: 10 },
  trunk_link: { kind: 'major_road', fromZoom: 12 },
  primary: { kind: 'major_road', fromZoom: 10 },
  primary_link: { kind: 'major_road', fromZoom: 13 },
  secondary: { kind: 'major_road', fromZoom: 11 },
  secondary_link: { kind: 'major_road', fromZoom: 13 },
  tertiary: { kind: 'major_road', fromZoom: 12 },
  tertiary_link: { kind: 'major_road', fromZoom: 13 },
  residential: { kind: 'minor_road', fromZoom: 13 },
  unclassified: { kind: 'minor_road', fromZoom: 13 },
  living_street: { kind: 'minor_road', fromZoom: 13 },
  road: { kind: 'minor_road', fromZoom: 13 },
  service: { kind: 'minor_road', fromZoom: 14 },
  busway: { kind: 'minor_road', fromZoom: 14 },
  pedestrian: { kind: 'path', fromZoom: 13 },
  track: { kind: 'path', fromZoom: 14 },
  path: { kind: 'path', fromZoom: 14 },
  cycleway: { kind: 'path', fromZoom: 14 },
  footway: { kind: 'path', fromZoom: 14 },
  bridleway: { kind: 'path', fromZoom: 14 },
  steps: { kind: 'path', fromZoom: 14 },
}

const RAILS = new Set(['rail', 'light_rail', 'tram', 'subway', 'monorail', 'funicular', 'narrow_gauge'])

const GREEN: ReadonlyArray<readonly [string, ReadonlySet<string>]> = [
  ['leisure', new Set(['park', 'garden', 'pitch', 'playground', 'golf_course', 'nature_reserve', 'dog_park'])],
  ['landuse', new Set(['cemetery', 'grass', 'forest', 'meadow', 'recreation_ground', 'village_green'])],
  ['natural', new Set(['wood', 'scrub', 'grassland', 'wetland', 'beach'])],
  ['amenity', new Set(['grave_yard'])],
]

const PLACES: Readonly<Record<string, { readonly kind: string; readonly fromZoom: number }>> = {
  city: { kind: 'locality', fromZoom: 10 },
  town: { kind: 'locality', fromZoom: 10 },
  village: { kind: 'locality', fromZoom: 12 },
  hamlet: { kind: 'locality', fromZoom: 13 },
  borough: { kind: 'neighbourhood', fromZoom: 11 },
  suburb: { kind: 'neighbourhood', fromZoom: 11 },
  quarter: { kind: 'neighbourhood', fromZoom: 12 },
  neighbourhood: { kind: 'neighbourhood', fromZoom: 13 },
}

const LANDMARKS: ReadonlyArray<readonly [string, ReadonlySet<string>]> = [
  ['tourism', new Set(['attraction', 'museum', 'zoo', 'aquarium', 'theme_park'])],
  ['historic', new Set(['monument', 'castle', 'fort'])],
  ['leisure', new Set(['stadium'])],
  ['amenity', new Set(['university', 'hospital', 'townhall', 'conference_centre', 'exhibition_centre'])],
  ['shop', new Set(['mall'])],
]

const isOneOf = (tags: OsmTags, table: ReadonlyArray<readonly [string, ReadonlySet<string>]>): string | undefined => {
  for (const [key, values] of table) {
    const value = tags[key]
    if (value !== undefined && values.has(value)) return value
  }
  return undefined
}

/** The name, and its English and French forms where they differ. */
function namesOf(tags: OsmTags): StreetTags {
  const names: Record<string, string> = {}
  const name = tags['name']?.trim().slice(0, MAXIMUM_NAME) ?? ''
  if (name === '') return names
  names['name'] = name
  for (const key of ['name:en', 'name:fr']) {
    const other = tags[key]?.trim().slice(0, MAXIMUM_NAME) ?? ''
    if (other !== '' && other !== name) names[key] = other
  }
  return names
}

/** Sidewalks and driveways would be half of a city's lines and are not streets to drive on. */
function isClutter(tags: OsmTags): boolean {
  if (tags['highway'] === 'footway') {
    return tags['footway'] !== undefined || tags['indoor'] === 'yes' || isBelowGround(tags)
  }
  if (tags['highway'] === 'steps') return tags['indoor'] === 'yes' || isBelowGround(tags)
  if (tags['highway'] !== 'service') return tags['area'] === 'yes'
  const isYard = ['driveway', 'parking_aisle', 'drive-through', 'emergency_access'].includes(tags['service'] ?? '')
  return isYard || (tags['name'] === undefined && ['private', 'no'].includes(tags['access'] ?? ''))
}

const isBelowGround = (tags: OsmTags): boolean => isSet(tags['tunnel']) || Number(tags['layer'] ?? 0) < 0

const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'no'

function rail(tags: OsmTags): StreetClass | undefined {
  if (!RAILS.has(tags['railway'] ?? '') || tags['service'] !== undefined || isBelowGround(tags)) return undefined
  const fromZoom = tags['railway'] === 'rail' ? 12 : 13
  return { layer: 'roads', fromZoom, tags: { kind: 'rail', ...(isSet(tags['bridge']) ? { is_bridge: true } : {}) } }
}

/** How an open or closed line is rendered. Undefined: not at all. */
export function classifyLine(tags: OsmTags): StreetClass | undefined {
  const road = ROADS[tags['highway'] ?? '']
  if (road === undefined) return rail(tags)
  if (isClutter(tags)) return undefined
  const name = tags['name']?.trim().slice(0, MAXIMUM_NAME) ?? ''
  const ref = road.kind === 'highway' || tags['highway'] === 'trunk' ? (tags['ref'] ?? '') : ''
  return {
    layer: 'roads',
    fromZoom: road.fromZoom,
    tags: {
      kind: road.kind,
      ...(name === '' ? {} : { name }),
      ...(ref === '' ? {} : { ref: ref.slice(0, MAXIMUM_NAME) }),
      ...(road.kind !== 'path' && isSet(tags['bridge']) ? { is_bridge: true } : {}),
      ...(road.kind !== 'path' && isSet(tags['tunnel']) ? { is_tunnel: true } : {}),
    },
  }
}

function waterKind(tags: OsmTags): string | undefined {
  if (tags['waterway'] === 'riverbank') return 'river'
  if (tags['natural'] !== 'water' && tags['landuse'] !== 'reservoir' && tags['landuse'] !== 'basin') return undefined
  const water = tags['water'] ?? ''
  if (tags['amenity'] === 'fountain') return 'fountain'
  if (['river', 'canal', 'lake', 'basin', 'reservoir', 'pond'].includes(water)) return water
  return 'water'
}

/** How an area is rendered. Undefined: not at all. `areaM2` decides the first zoom. */
export function classifyArea(tags: OsmTags, areaM2: number): StreetClass | undefined {
  const kind = waterKind(tags)
  if (kind !== undefined)
    return areaM2 < 60 ? undefined : { layer: 'water', fromZoom: zoomOfArea(areaM2), tags: { kind } }
  if (tags['man_made'] === 'pier') return { layer: 'landuse', fromZoom: 13, tags: { kind: 'pier' } }
  const green = isOneOf(tags, GREEN)
  if (green === undefined) return undefined
  // Flower beds and yards are noise at street scale.
  if (areaM2 < (green === 'park' || green === 'cemetery' ? 60 : 400)) return undefined
  return { layer: 'landuse', fromZoom: zoomOfArea(areaM2), tags: { kind: green } }
}

function zoomOfArea(areaM2: number): number {
  if (areaM2 > 1_000_000) return 10
  if (areaM2 > 200_000) return 11
  if (areaM2 > 40_000) return 12
  return areaM2 > 8_000 ? 13 : 14
}

/** The label at a point, or at the middle of an area. Undefined: none, as always without a name. */
export function classifyPoint(tags: OsmTags): StreetClass | undefined {
  const names = namesOf(tags)
  if (names['name'] === undefined) return undefined
  const place = PLACES[tags['place'] ?? '']
  if (place !== undefined) {
    const { kind, fromZoom } = place
    return { layer: 'places', fromZoom, tags: { kind, ...names, min_zoom: fromZoom } }
  }
  const poi = (kind: string, fromZoom: number): StreetClass => ({
    layer: 'pois',
    fromZoom,
    tags: { kind, ...names, min_zoom: fromZoom },
  })
  if (isStation(tags)) return poi('station', 13)
  if (tags['leisure'] === 'park') return poi('park', 14)
  return isOneOf(tags, LANDMARKS) === undefined ? undefined : poi('landmark', 14)
}

function isStation(tags: OsmTags): boolean {
  if (['station', 'halt'].includes(tags['railway'] ?? '')) return tags['station'] !== 'miniature'
  if (tags['amenity'] === 'bus_station' || tags['amenity'] === 'ferry_terminal') return true
  return tags['public_transport'] === 'station'
}
