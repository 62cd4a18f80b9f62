/** Longitude and latitude in degrees. */
export type Position = readonly [number, number]

/** The layers of a region's tiles: a subset of the Protomaps basemap schema, version 4. */
export type StreetLayer = 'water' | 'landuse' | 'roads' | 'places' | 'pois' | 'buildings'

/** The order in which layers are written and rendered. */
export const STREET_LAYERS: readonly StreetLayer[] = ['water', 'landuse', 'roads', 'places', 'pois', 'buildings']

export type StreetTags = Readonly<Record<string, string | number | boolean>>

/** How something appears on the map, without its shape. */
export interface StreetClass {
  readonly layer: StreetLayer
  /** The first zoom whose tiles include it. */
  readonly fromZoom: number
  readonly tags: StreetTags
}

export type StreetShape =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  /** The outer ring, then its holes; each ends where it began. */
  | { readonly type: 'Polygon'; readonly coordinates: ReadonlyArray<readonly Position[]> }

export interface StreetFeature extends StreetClass {
  readonly shape: StreetShape
}

/** Fields of each layer, for the file's metadata. */
export const LAYER_FIELDS: Readonly<Record<StreetLayer, Readonly<Record<string, 'String' | 'Number' | 'Boolean'>>>> = {
  water: { kind: 'String' },
  landuse: { kind: 'String' },
  roads: { kind: 'String', name: 'String', ref: 'String', is_bridge: 'Boolean', is_tunnel: 'Boolean' },
  places: { kind: 'String', name: 'String', 'name:en': 'String', 'name:fr': 'String', min_zoom: 'Number' },
  pois: { kind: 'String', name: 'String', 'name:en': 'String', 'name:fr': 'String', min_zoom: 'Number' },
  buildings: {},
}
