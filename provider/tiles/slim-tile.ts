import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from '@maplibre/vt-pbf'
import { PbfReader } from 'pbf'
import { STREET_LAYERS, type StreetLayer, type StreetTags } from './street-feature.ts'

type Tags = Readonly<Record<string, string | number | boolean>>

const POINT = 1
const LINE = 2
const AREA = 3

const ROADS = new Set(['highway', 'major_road', 'minor_road', 'path', 'rail'])
/** Details of the Protomaps schema that would crowd a city and are not streets to drive on. */
const CLUTTER = new Set(['sidewalk', 'crossing', 'driveway', 'parking_aisle', 'drive-through', 'corridor'])
const WATER = new Set(['ocean', 'river', 'canal', 'lake', 'basin', 'reservoir', 'pond', 'water', 'fountain', 'other'])
const GREEN = new Set([
  ...['park', 'garden', 'pitch', 'playground', 'golf_course', 'nature_reserve', 'national_park', 'dog_park'],
  ...['cemetery', 'grave_yard', 'grass', 'forest', 'meadow', 'recreation_ground', 'village_green', 'allotments'],
  ...['wood', 'scrub', 'grassland', 'wetland', 'beach', 'zoo', 'pier'],
])
const POIS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['station', 'train_station', 'bus_station', 'ferry_terminal'].map((kind) => [kind, 'station'])),
  ...Object.fromEntries(
    [
      ...['landmark', 'attraction', 'museum', 'zoo', 'aquarium', 'theme_park', 'monument', 'castle', 'fort', 'stadium'],
      ...['university', 'hospital', 'townhall', 'conference_centre', 'mall', 'aerodrome'],
    ].map((kind) => [kind, 'landmark']),
  ),
  park: 'park',
  national_park: 'park',
}

const text = (tags: Tags, key: string): StreetTags => {
  const value = tags[key]
  return typeof value === 'string' && value !== '' ? { [key]: value } : {}
}

function names(tags: Tags): StreetTags {
  const other = (key: string): StreetTags => (tags[key] === tags['name'] ? {} : text(tags, key))
  return { ...text(tags, 'name'), ...other('name:en'), ...other('name:fr') }
}

const minZoom = (tags: Tags): StreetTags => (typeof tags['min_zoom'] === 'number' ? { min_zoom: tags['min_zoom'] } : {})

const flag = (tags: Tags, key: string): StreetTags => (tags[key] === true ? { [key]: true } : {})

function slimRoad(tags: Tags): StreetTags | undefined {
  const kind = String(tags['kind'])
  const isClutter = CLUTTER.has(String(tags['kind_detail'])) || CLUTTER.has(String(tags['service']))
  const isUnderground = kind === 'rail' && (tags['is_tunnel'] === true || tags['kind_detail'] === 'subway')
  if (!ROADS.has(kind) || isClutter || isUnderground) return undefined
  const isHighway = kind === 'highway' || tags['kind_detail'] === 'trunk'
  return {
    kind,
    ...(kind === 'rail' ? {} : text(tags, 'name')),
    ...(isHighway || tags['kind_detail'] === undefined ? text(tags, 'ref') : {}),
    ...(kind === 'path' ? {} : { ...flag(tags, 'is_bridge'), ...flag(tags, 'is_tunnel') }),
  }
}

/** The tags kept of a feature, by layer. Undefined drops the feature. */
const SLIM: Readonly<Record<StreetLayer, (type: number, tags: Tags) => StreetTags | undefined>> = {
  water: (type, { kind }) => (type === AREA && WATER.has(String(kind)) ? { kind: String(kind) } : undefined),
  landuse: (type, { kind }) => (type === AREA && GREEN.has(String(kind)) ? { kind: String(kind) } : undefined),
  roads: (type, tags) => (type === LINE ? slimRoad(tags) : undefined),
  places: (type, tags) => {
    const kind = String(tags['kind']) === 'macrohood' ? 'neighbourhood' : String(tags['kind'])
    const isPlace = type === POINT && (kind === 'locality' || kind === 'neighbourhood') && tags['name'] !== undefined
    return isPlace ? { kind, ...names(tags), ...minZoom(tags) } : undefined
  },
  pois: (type, tags) => {
    const kind = POIS[String(tags['kind'])]
    const isNamed = type === POINT && tags['name'] !== undefined
    return kind !== undefined && isNamed ? { kind, ...names(tags), ...minZoom(tags) } : undefined
  },
  buildings: (type) => (type === AREA ? {} : undefined),
}

function slimFeature(feature: VectorTileFeature, properties: StreetTags): VectorTileFeatureLike {
  return {
    type: feature.type as VectorTileFeatureLike['type'],
    properties: { ...properties },
    id: undefined,
    extent: feature.extent,
    loadGeometry: () => feature.loadGeometry(),
  }
}

/**
 * Reduces a vector tile of the Protomaps basemap schema, or one of ours, to our layers and tags. Undefined when nothing
 * is left. Throws the reader's own error when the bytes are not a vector tile.
 */
export function slimTile(bytes: Uint8Array, { buildings }: { readonly buildings: boolean }): Uint8Array | undefined {
  const tile = new VectorTile(new PbfReader(bytes))
  const layers: Record<string, VectorTileLayerLike> = {}
  for (const name of STREET_LAYERS) {
    const layer = tile.layers[name]
    if (layer === undefined || (name === 'buildings' && !buildings)) continue
    const kept: VectorTileFeatureLike[] = []
    for (let at = 0; at < layer.length; at += 1) {
      const feature = layer.feature(at)
      const properties = SLIM[name](feature.type, feature.properties)
      if (properties !== undefined) kept.push(slimFeature(feature, properties))
    }
    const feature = (at: number): VectorTileFeatureLike => {
      const found = kept[at]
      if (found === undefined) throw new RangeError(`no feature ${String(at)}`)
      return found
    }
    if (kept.length > 0) layers[name] = { version: 2, name, extent: layer.extent, length: kept.length, feature }
  }
  return Object.keys(layers).length === 0 ? undefined : fromVectorTileJs({ layers })
}
