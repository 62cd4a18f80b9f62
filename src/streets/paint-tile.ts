import { roadWidth, type StreetLook } from './street-look.ts'
import type { Points, Road, RoadKind, Shape, StreetTile } from './street-tile.ts'
import { TILE_PX } from '../lib/world-px.ts'
import { frameOf, intersects, type Rect, type TileAt } from './tile-math.ts'

export type Brush = OffscreenCanvasRenderingContext2D

/** Streets have an outline from this zoom; farther away it would hide the fill. */
const CASING_ZOOM = 13
const CASING_PX = 1
/** How far features of neighbouring tiles reach into a tile: half the widest street, its outline, a round line cap. */
const REACH_PX = 10
const TUNNEL_OPACITY = 0.45
const BUILDING_OPACITY = 0.5
const SLEEPERS_ZOOM = 15
/** Narrow streets first, so that wide ones are rendered on top. */
const DRAWN: readonly RoadKind[] = ['path', 'minor_road', 'major_road', 'highway']

/** A data tile being rendered into a map tile. */
interface Sheet {
  readonly brush: Brush
  readonly look: StreetLook
  readonly zoom: number
  /** Pixels of the rendered tile per data unit. */
  readonly scale: number
  readonly left: number
  readonly top: number
  /** The visible part of the data, in data units. */
  readonly seen: Rect
}

export interface TilePaint {
  readonly tile: StreetTile
  readonly drawn: TileAt
  readonly look: StreetLook
}

/**
 * Renders ground, water, parks and streets over the whole tile, in CSS pixels from its corner. Names are rendered above
 * all tiles.
 */
export function paintTile(brush: Brush, { tile, drawn, look }: TilePaint): void {
  const { left, top, scale } = frameOf(tile.at, drawn.zoom, tile.extent)
  const [offsetX, offsetY] = [left - drawn.x * TILE_PX, top - drawn.y * TILE_PX]
  const reach = REACH_PX / scale
  const seen = {
    left: -offsetX / scale - reach,
    top: -offsetY / scale - reach,
    right: (TILE_PX - offsetX) / scale + reach,
    bottom: (TILE_PX - offsetY) / scale + reach,
  }
  const sheet: Sheet = { brush, look, zoom: drawn.zoom, scale, left: offsetX, top: offsetY, seen }
  brush.fillStyle = look.land
  brush.fillRect(0, 0, TILE_PX, TILE_PX)
  fillShapes(sheet, tile.greens, look.green)
  fillShapes(sheet, tile.waters, look.water)
  fillShapes(sheet, tile.piers, look.land)
  brush.globalAlpha = BUILDING_OPACITY
  fillShapes(sheet, tile.buildings, look.casing)
  brush.globalAlpha = TUNNEL_OPACITY
  const near = tile.roads.filter(({ box }) => intersects(box, seen))
  paintRoads(sheet, atLevel(near, 'tunnel'))
  brush.globalAlpha = 1
  const ground = atLevel(near, 'ground')
  paintRails(sheet, ground)
  paintRoads(sheet, ground)
  const bridges = atLevel(near, 'bridge')
  paintRails(sheet, bridges)
  paintRoads(sheet, bridges)
}

const atLevel = (roads: readonly Road[], wanted: Road['level']): readonly Road[] =>
  roads.filter(({ level }) => level === wanted)

function trace({ brush, scale, left, top }: Sheet, points: Points): void {
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = (points[at] ?? 0) * scale + left
    const y = (points[at + 1] ?? 0) * scale + top
    if (at === 0) brush.moveTo(x, y)
    else brush.lineTo(x, y)
  }
}

function traceAll(sheet: Sheet, shapes: readonly Shape[]): void {
  sheet.brush.beginPath()
  for (const { box, rings } of shapes) if (intersects(box, sheet.seen)) for (const ring of rings) trace(sheet, ring)
}

function fillShapes(sheet: Sheet, shapes: readonly Shape[], colour: string): void {
  if (shapes.length === 0) return
  traceAll(sheet, shapes)
  sheet.brush.fillStyle = colour
  // Keeps overlapping shapes filled; holes have the opposite winding.
  sheet.brush.fill('nonzero')
}

function paintRoads(sheet: Sheet, roads: readonly Road[]): void {
  const { brush, look, zoom } = sheet
  const groups = DRAWN.flatMap((kind) => {
    const width = roadWidth(kind, zoom)
    const group = width === 0 ? [] : roads.filter((road) => road.kind === kind)
    return group.length === 0 ? [] : [{ kind, width, group }]
  })
  brush.lineJoin = 'round'
  brush.strokeStyle = look.casing
  brush.lineCap = 'butt'
  for (const { kind, width, group } of groups) {
    if (zoom < CASING_ZOOM || kind === 'path') continue
    brush.lineWidth = width + 2 * CASING_PX
    traceAll(sheet, group)
    brush.stroke()
  }
  brush.strokeStyle = look.street
  brush.lineCap = 'round'
  for (const { width, group } of groups) {
    brush.lineWidth = width
    traceAll(sheet, group)
    brush.stroke()
  }
}

/** A dark line with light sleepers. Underground rails are omitted. */
function paintRails(sheet: Sheet, roads: readonly Road[]): void {
  const { brush, look, zoom } = sheet
  const width = roadWidth('rail', zoom)
  const rails = roads.filter(({ kind }) => kind === 'rail')
  if (width === 0 || rails.length === 0) return
  brush.lineCap = 'butt'
  brush.lineWidth = width
  brush.strokeStyle = look.rail
  traceAll(sheet, rails)
  brush.stroke()
  if (zoom < SLEEPERS_ZOOM) return
  brush.lineWidth = width - 2
  brush.strokeStyle = look.land
  brush.setLineDash([width * 1.5, width * 1.5])
  brush.stroke()
  brush.setLineDash([])
}
