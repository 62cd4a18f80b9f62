import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type StreetFeature, STREET_LAYERS, type StreetLayer } from './street-feature.ts'
import { type Box, FIRST_ZOOM, LAST_ZOOM, type TileAt, tilesOf } from './tile-box.ts'

export interface MadeTile extends TileAt {
  /** A vector tile, not compressed. */
  readonly bytes: Uint8Array
}

/** Units of a tile's side, and how far what is drawn reaches into its neighbours, so that wide lines have no seam. */
const EXTENT = 4096
const BUFFER = 64
/** Units that a line may be off after it was made simpler: less than a metre at the last zoom. */
const TOLERANCE = 2

function indexOf(features: readonly StreetFeature[]): GeoJSONVT {
  const collection = {
    type: 'FeatureCollection' as const,
    features: features.map(({ shape, tags }) => ({ type: 'Feature' as const, properties: tags, geometry: shape })),
  }
  return new GeoJSONVT(collection as unknown as ConstructorParameters<typeof GeoJSONVT>[0], {
    // One more than is cut: at its own last zoom the library leaves every point in.
    maxZoom: LAST_ZOOM + 1,
    tolerance: TOLERANCE,
    extent: EXTENT,
    buffer: BUFFER,
  })
}

/** The tiles of the box that hold anything, zoom by zoom. */
export function cutTiles(features: readonly StreetFeature[], box: Box): readonly MadeTile[] {
  const made: MadeTile[] = []
  for (let z = FIRST_ZOOM; z <= LAST_ZOOM; z += 1) {
    const zoom = z
    const indexes = STREET_LAYERS.map((layer) => {
      const shown = features.filter((feature) => feature.layer === layer && feature.fromZoom <= zoom)
      return { layer, index: indexOf(shown) }
    })
    for (const at of tilesOf(box, z)) {
      const layers: Partial<Record<StreetLayer, NonNullable<ReturnType<GeoJSONVT['getTile']>>>> = {}
      for (const { layer, index } of indexes) {
        const tile = index.getTile(at.z, at.x, at.y)
        if (tile !== null && tile.features.length > 0) layers[layer] = tile
      }
      if (Object.keys(layers).length > 0) made.push({ ...at, bytes: fromGeojsonVt(layers, { version: 2, extent: EXTENT }) })
    }
  }
  return made
}
