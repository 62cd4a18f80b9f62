import type { LatLng } from '../../lib/cell.ts'
import type { BoxedLine, DrawnMap } from './load-base-map.ts'
import { isStreetScale, metresPerPixel } from './scale.ts'
import { TILE_PX, toWorldPx } from './world-px.ts'

const GRID_METRES = 500
/** Names of big cities from region scale on, of towns only nearer. */
const NAMES_PER_ZOOM = 2
const NAME_MARGIN_PX = 120

export interface TileColours {
  readonly land: string
  readonly water: string
  readonly grid: string
  readonly border: string
  readonly name: string
  readonly font: string
}

export interface TileAt {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface TileContent {
  /** The searched place: the grid's lines run through it. */
  readonly anchor: LatLng
  readonly baseMap: DrawnMap | null
  readonly colours: TileColours
}

/** One tile of the built-in map: a grid at street scale; coast, lakes, borders and names from region scale up. */
export function drawTile(context: CanvasRenderingContext2D, tile: TileAt, content: TileContent): void {
  const { colours, baseMap } = content
  context.fillStyle = isStreetScale(tile.zoom) || baseMap === null ? colours.land : colours.water
  context.fillRect(0, 0, TILE_PX, TILE_PX)
  if (isStreetScale(tile.zoom)) drawGrid(context, tile, content)
  else if (baseMap !== null) drawRegion(context, tile, { baseMap, colours })
}

/** Positions of lines in a tile that starts at `originPx` of the world, one of them through `anchorPx`. */
export function gridLines(originPx: number, anchorPx: number, stepPx: number): readonly number[] {
  const first = (((anchorPx - originPx) % stepPx) + stepPx) % stepPx
  return Array.from(
    { length: Math.max(0, Math.ceil((TILE_PX - first) / stepPx)) },
    (_, index) => first + index * stepPx,
  )
}

function drawGrid(context: CanvasRenderingContext2D, tile: TileAt, { anchor, colours }: TileContent): void {
  const stepPx = GRID_METRES / metresPerPixel(anchor.lat, tile.zoom)
  const through = toWorldPx(anchor, tile.zoom)
  context.strokeStyle = colours.grid
  context.lineWidth = 2
  context.beginPath()
  for (const x of gridLines(tile.x * TILE_PX, through.x, stepPx)) {
    context.moveTo(x, 0)
    context.lineTo(x, TILE_PX)
  }
  for (const y of gridLines(tile.y * TILE_PX, through.y, stepPx)) {
    context.moveTo(0, y)
    context.lineTo(TILE_PX, y)
  }
  context.stroke()
}

interface Region {
  readonly baseMap: DrawnMap
  readonly colours: TileColours
}

function drawRegion(context: CanvasRenderingContext2D, tile: TileAt, { baseMap, colours }: Region): void {
  const bounds = tileBounds(tile)
  const isNear = (line: BoxedLine) =>
    line.east >= bounds.west && line.west <= bounds.east && line.north >= bounds.south && line.south <= bounds.north
  const trace = (lines: readonly BoxedLine[]) => {
    context.beginPath()
    for (const line of lines) if (isNear(line)) traceLine(context, tile, line)
  }
  context.lineWidth = 1
  context.strokeStyle = colours.border
  context.fillStyle = colours.land
  trace(baseMap.land)
  context.fill('evenodd')
  context.globalAlpha = 0.5
  context.stroke()
  trace(baseMap.borders)
  context.stroke()
  context.globalAlpha = 1
  context.fillStyle = colours.water
  trace(baseMap.lakes)
  context.fill('evenodd')
  drawNames(context, tile, { baseMap, colours })
}

/** A name that crosses the edge is drawn by both tiles, at the same place of the world. */
function drawNames(context: CanvasRenderingContext2D, tile: TileAt, { baseMap, colours }: Region): void {
  context.font = `600 14px ${colours.font}`
  context.textAlign = 'center'
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = colours.land
  context.fillStyle = colours.name
  for (const place of baseMap.places) {
    if (place.rank > tile.zoom * NAMES_PER_ZOOM - 6) continue
    const at = toWorldPx(place, tile.zoom)
    const x = at.x - tile.x * TILE_PX
    const y = at.y - tile.y * TILE_PX
    if (Math.abs(x - TILE_PX / 2) > TILE_PX / 2 + NAME_MARGIN_PX || y < -NAME_MARGIN_PX || y > TILE_PX + NAME_MARGIN_PX)
      continue
    context.strokeText(place.name, x, y)
    context.fillText(place.name, x, y)
  }
}

function traceLine(context: CanvasRenderingContext2D, tile: TileAt, { points }: BoxedLine): void {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const at = toWorldPx({ lng: points[index] ?? 0, lat: points[index + 1] ?? 0 }, tile.zoom)
    const x = at.x - tile.x * TILE_PX
    const y = at.y - tile.y * TILE_PX
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

function tileBounds({ x, y, zoom }: TileAt) {
  const size = 2 ** zoom
  const toLat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI
  return { west: (x / size) * 360 - 180, east: ((x + 1) / size) * 360 - 180, north: toLat(y), south: toLat(y + 1) }
}
