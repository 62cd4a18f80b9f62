import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { unreachable } from '../../src/lib/assert.ts'
import { type StreetFeature, STREET_LAYERS, type StreetLayer, type StreetShape } from './street-feature.ts'
import { type Box, boxOf, FIRST_ZOOM, LAST_ZOOM, type TileAt, tilesOf } from './tile-box.ts'

export interface MadeTile extends TileAt {
  /** A vector tile, uncompressed. */
  readonly bytes: Uint8Array
}

/** Units of a tile's side, and the overlap with neighbouring tiles, so that wide lines show no seam. */
const EXTENT = 4096
const BUFFER = 64
/** Units that simplification may move a line: less than a metre at the last zoom. */
const TOLERANCE = 2
/** Tiles beyond this zoom are cut together with the others of their ancestor tile at this zoom. */
const GROUP_ZOOM = 11

/** A mutable copy: the library accepts no readonly arrays. */
function toGeometry(shape: StreetShape) {
  switch (shape.type) {
    case 'Point':
      return { type: shape.type, coordinates: [...shape.coordinates] }
    case 'LineString':
      return { type: shape.type, coordinates: shape.coordinates.map((position) => [...position]) }
    case 'Polygon':
      return { type: shape.type, coordinates: shape.coordinates.map((ring) => ring.map((position) => [...position])) }
    default:
      return unreachable(shape)
  }
}

function indexOf(shown: readonly StreetFeature[]): GeoJSONVT {
  const features = shown.map(({ shape, tags }) => ({
    type: 'Feature' as const,
    properties: { ...tags },
    geometry: toGeometry(shape),
  }))
  const options = {
    // One more than is cut: at its last zoom the library does not simplify.
    maxZoom: LAST_ZOOM + 1,
    tolerance: TOLERANCE,
    extent: EXTENT,
    buffer: BUFFER,
  }
  return new GeoJSONVT({ type: 'FeatureCollection', features }, options)
}

interface Placed {
  readonly feature: StreetFeature
  readonly box: Box
}

function place(feature: StreetFeature): Placed {
  const { shape } = feature
  const positions =
    shape.type === 'Point'
      ? [shape.coordinates]
      : shape.type === 'LineString'
        ? shape.coordinates
        : (shape.coordinates[0] ?? [])
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of positions) {
    west = Math.min(west, lng)
    south = Math.min(south, lat)
    east = Math.max(east, lng)
    north = Math.max(north, lat)
  }
  return { feature, box: [west, south, east, north] }
}

/** Whether any of it may be visible in a tile or its overlap. */
function isNear({ box }: Placed, at: TileAt): boolean {
  const [west, south, east, north] = boxOf(at)
  const [x, y] = [(east - west) * 0.05, (north - south) * 0.05]
  return box[0] <= east + x && box[2] >= west - x && box[1] <= north + y && box[3] >= south - y
}

/** Groups the tiles of a zoom by ancestor tile: indexing a whole city at once would need a gigabyte. */
function groupsOf(box: Box, z: number): ReadonlyArray<{ readonly whole: TileAt; readonly tiles: readonly TileAt[] }> {
  const up = Math.max(0, z - GROUP_ZOOM)
  return tilesOf(box, z - up).map((whole) => ({
    whole,
    tiles: tilesOf(box, z).filter(({ x, y }) => x >> up === whole.x && y >> up === whole.y),
  }))
}

function cutGroup(shown: readonly StreetFeature[], tiles: readonly TileAt[]): readonly MadeTile[] {
  const indexes = STREET_LAYERS.map((layer) => ({
    layer,
    index: indexOf(shown.filter((feature) => feature.layer === layer)),
  }))
  return tiles.flatMap((at) => {
    const layers: Partial<Record<StreetLayer, NonNullable<ReturnType<GeoJSONVT['getTile']>>>> = {}
    for (const { layer, index } of indexes) {
      const tile = index.getTile(at.z, at.x, at.y)
      if (tile !== null && tile.features.length > 0) layers[layer] = tile
    }
    return Object.keys(layers).length === 0
      ? []
      : [{ ...at, bytes: fromGeojsonVt(layers, { version: 2, extent: EXTENT }) }]
  })
}

/** Returns the box's non-empty tiles, zoom by zoom. */
export function cutTiles(features: readonly StreetFeature[], box: Box): readonly MadeTile[] {
  const placed = features.map(place)
  const made: MadeTile[] = []
  for (let z = FIRST_ZOOM; z <= LAST_ZOOM; z += 1) {
    const zoom = z
    for (const { whole, tiles } of groupsOf(box, z)) {
      const shown = placed.filter((one) => one.feature.fromZoom <= zoom && isNear(one, whole))
      made.push(
        ...cutGroup(
          shown.map(({ feature }) => feature),
          tiles,
        ),
      )
    }
  }
  return made
}
