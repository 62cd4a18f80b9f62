import { VectorTile, type VectorTileFeature, type VectorTileLayer } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { mergeLines } from './merge-lines.ts'
import type { Rect, TileAt } from './tile-math.ts'

/** x, y, x, y … in the tile's own units. */
export type Points = readonly number[]

/** Widest first: the order in which names are placed. Lines are rendered in the opposite order. */
export const ROAD_KINDS = ['highway', 'major_road', 'minor_road', 'path', 'rail'] as const
export type RoadKind = (typeof ROAD_KINDS)[number]

/** A shape with its bounding box, so that a tile only processes nearby shapes. */
export interface Shape {
  readonly box: Rect
  readonly rings: readonly Points[]
}

export interface Road extends Shape {
  readonly kind: RoadKind
  readonly level: 'tunnel' | 'ground' | 'bridge'
}

/** Pieces of one street, joined where they meet. */
export interface NamedLine {
  readonly kind: RoadKind
  readonly name: string
  readonly points: Points
}

export const POINT_KINDS = ['locality', 'neighbourhood', 'water', 'station', 'landmark', 'park'] as const
export type PointKind = (typeof POINT_KINDS)[number]

/** Names by language; `local` is the name used at the place. */
export interface Names {
  readonly local: string
  readonly en?: string
  readonly fr?: string
}

export interface NamedPoint {
  readonly kind: PointKind
  readonly names: Names
  /** Hidden below this zoom. */
  readonly minZoom: number
  readonly x: number
  readonly y: number
}

/** The parts of a data tile that are rendered. */
export interface StreetTile {
  readonly at: TileAt
  /** Units per side. */
  readonly extent: number
  readonly greens: readonly Shape[]
  readonly waters: readonly Shape[]
  readonly piers: readonly Shape[]
  readonly buildings: readonly Shape[]
  readonly roads: readonly Road[]
  readonly lines: readonly NamedLine[]
  readonly points: readonly NamedPoint[]
}

/** Kinds of `landuse` rendered in green; all others are land. */
const GREEN = new Set([
  'park',
  'grass',
  'forest',
  'wood',
  'garden',
  'cemetery',
  'golf_course',
  'nature_reserve',
  'recreation_ground',
  'village_green',
  'meadow',
  'playground',
  'pitch',
  'dog_park',
  'scrub',
])
/** Piers stand in water, which is rendered below them. */
const PIER = 'pier'
const POLYGON = 3
const DEFAULT_EXTENT = 4096

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.normalize('NFC') : undefined
const isOneOf = <T extends string>(kinds: readonly T[], value: unknown): value is T =>
  (kinds as readonly unknown[]).includes(value)

function shapeOf(feature: VectorTileFeature): Shape {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const rings = feature.loadGeometry().map((ring) => {
    const points: number[] = []
    for (const { x, y } of ring) {
      points.push(x, y)
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    return points
  })
  return { box: { left, top, right, bottom }, rings }
}

function* featuresOf(layer: VectorTileLayer | undefined): Generator<VectorTileFeature> {
  if (layer === undefined) return
  for (let index = 0; index < layer.length; index += 1) yield layer.feature(index)
}

function polygonsOf(layer: VectorTileLayer | undefined, isDrawn: (kind: unknown) => boolean): readonly Shape[] {
  const shapes: Shape[] = []
  for (const feature of featuresOf(layer))
    if (feature.type === POLYGON && isDrawn(feature.properties['kind'])) shapes.push(shapeOf(feature))
  return shapes
}

function namesOf(properties: Readonly<Record<string, unknown>>): Names | undefined {
  const local = textOf(properties['name'])
  const [en, fr] = [textOf(properties['name:en']), textOf(properties['name:fr'])]
  const any = local ?? en ?? fr
  if (any === undefined) return undefined
  return { local: any, ...(en === undefined ? {} : { en }), ...(fr === undefined ? {} : { fr }) }
}

function pointsOf(layer: VectorTileLayer | undefined, always?: PointKind): readonly NamedPoint[] {
  const points: NamedPoint[] = []
  for (const feature of featuresOf(layer)) {
    const kind = always ?? feature.properties['kind']
    const names = namesOf(feature.properties)
    const least = feature.properties['min_zoom']
    const minZoom = typeof least === 'number' ? least : 0
    if (feature.type !== 1 || names === undefined || !isOneOf(POINT_KINDS, kind)) continue
    for (const [at] of feature.loadGeometry())
      if (at !== undefined) points.push({ kind, names, minZoom, x: at.x, y: at.y })
  }
  return points
}

const isSet = (value: unknown): boolean => value === true || value === 1

function roadsOf(layer: VectorTileLayer | undefined): Pick<StreetTile, 'roads' | 'lines'> {
  const roads: Road[] = []
  const named = new Map<string, { readonly kind: RoadKind; readonly name: string; readonly pieces: Points[] }>()
  for (const feature of featuresOf(layer)) {
    const { kind, is_bridge: bridge, is_tunnel: tunnel, ...rest } = feature.properties
    if (!isOneOf(ROAD_KINDS, kind)) continue
    const shape = shapeOf(feature)
    roads.push({ ...shape, kind, level: isSet(tunnel) ? 'tunnel' : isSet(bridge) ? 'bridge' : 'ground' })
    const name = textOf(rest['name']) ?? textOf(rest['ref'])
    if (name === undefined || kind === 'rail') continue
    const key = `${kind}|${name}`
    const street = named.get(key)
    if (street === undefined) named.set(key, { kind, name, pieces: [...shape.rings] })
    else street.pieces.push(...shape.rings)
  }
  const lines = [...named.values()].flatMap(({ kind, name, pieces }) =>
    mergeLines(pieces).map((points) => ({ kind, name, points })),
  )
  return { roads, lines }
}

/**
 * Parses a tile in the Protomaps basemap schema: https://docs.protomaps.com/basemaps/layers Empty input gives an empty
 * tile. Throws when the bytes are not such a tile.
 */
export function parseTile(bytes: ArrayBuffer, at: TileAt): StreetTile {
  const { layers } = new VectorTile(new PbfReader(bytes))
  const [any] = Object.values(layers)
  return {
    at,
    extent: any?.extent ?? DEFAULT_EXTENT,
    greens: polygonsOf(layers['landuse'], (kind) => typeof kind === 'string' && GREEN.has(kind)),
    waters: polygonsOf(layers['water'], () => true),
    piers: polygonsOf(layers['landuse'], (kind) => kind === PIER),
    buildings: polygonsOf(layers['buildings'], () => true),
    ...roadsOf(layers['roads']),
    points: [...pointsOf(layers['places']), ...pointsOf(layers['pois']), ...pointsOf(layers['water'], 'water')],
  }
}
