import type { BoxedLine, DrawnMap } from './load-base-map.ts'
import { isStreetScale, outlineOpacity } from './scale.ts'
import { TILE_PX, toWorldPx } from '../../lib/world-px.ts'

/** Ranks of names added per zoom step: big cities appear at region scale, towns only closer in. */
const NAMES_PER_ZOOM = 2
const NAME_MARGIN_PX = 120
const FAR_PX = 3 * NAME_MARGIN_PX
const NAME_PX = 14
/** Size of a pin, which stands on its tip. */
const PIN = { halfPx: 12, heightPx: 28 } as const
/** Wider than any line, including its sharpest corners. */
const LINE_MARGIN_PX = 8

const WEST = 1
const EAST = 2
const SOUTH = 4
const NORTH = 8

export interface TileColours {
  readonly land: string
  readonly water: string
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
  readonly baseMap: DrawnMap | null
  readonly colours: TileColours
  /** Where another map with its own names lies over this one: west, south, east, north. */
  readonly covered: readonly (readonly [west: number, south: number, east: number, north: number])[]
  /** For a static picture, in world pixels: names that its edge would cut are left out. */
  readonly frame?: Frame
}

interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** The tip of a pin in the picture: a name that the pin would cover is written above it. */
  readonly pin?: Point | undefined
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Draws one tile of the built-in map: coast, lakes and borders while they are accurate, names, and plain ground closer
 * in.
 */
export function drawTile(
  context: CanvasRenderingContext2D,
  tile: TileAt,
  { colours, baseMap, ...names }: TileContent,
): void {
  context.fillStyle = colours.land
  context.fillRect(0, 0, TILE_PX, TILE_PX)
  if (baseMap === null) return
  const bounds = boundsAround(tile, 0)
  const opacity = outlineOpacity((bounds.west + bounds.east) / 2, tile.zoom)
  if (opacity > 0) drawRegion(context, tile, { baseMap, colours, opacity })
  if (!isStreetScale(tile.zoom)) drawNames(context, tile, { baseMap, colours, ...names })
}

interface Names extends TileContent {
  readonly baseMap: DrawnMap
}

interface Region extends Pick<Names, 'baseMap' | 'colours'> {
  readonly opacity: number
}

function drawRegion(context: CanvasRenderingContext2D, tile: TileAt, region: Region): void {
  const { baseMap, colours, opacity } = region
  const seen = boundsAround(tile, LINE_MARGIN_PX)
  const isNear = (line: BoxedLine) =>
    line.east >= seen.west && line.west <= seen.east && line.north >= seen.south && line.south <= seen.north
  const trace = (lines: readonly BoxedLine[]) => {
    context.beginPath()
    for (const line of lines) if (isNear(line)) traceLine(context, { tile, seen }, line)
  }
  context.globalAlpha = opacity
  context.fillStyle = colours.water
  context.fillRect(0, 0, TILE_PX, TILE_PX)
  context.globalAlpha = 1
  context.lineWidth = 1
  context.strokeStyle = colours.border
  context.fillStyle = colours.land
  trace(baseMap.land)
  context.fill('evenodd')
  context.globalAlpha = opacity / 2
  context.stroke()
  trace(baseMap.borders)
  context.stroke()
  context.globalAlpha = opacity
  context.fillStyle = colours.water
  trace(baseMap.lakes)
  context.fill('evenodd')
  context.globalAlpha = 1
}

const isWithin = (px: number): boolean => px > -NAME_MARGIN_PX && px < TILE_PX + NAME_MARGIN_PX

/** Draws the names. Both tiles draw a name that crosses their edge, at the same place in the world. */
function drawNames(context: CanvasRenderingContext2D, tile: TileAt, { baseMap, colours, covered, frame }: Names): void {
  context.font = `600 ${String(NAME_PX)}px ${colours.font}`
  context.textAlign = 'center'
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = colours.land
  context.fillStyle = colours.name
  const drawn: { readonly x: number; readonly y: number; readonly half: number }[] = []
  // Wider than a name reaches: places outside decide which of the names inside are dropped.
  const far = boundsAround(tile, FAR_PX)
  // In order of importance, so that of two overlapping names the more important one is drawn.
  for (const place of baseMap.places) {
    if (place.rank > tile.zoom * NAMES_PER_ZOOM - 6) break
    if (place.lng < far.west || place.lng > far.east || place.lat < far.south || place.lat > far.north) continue
    const half = context.measureText(place.name).width / 2
    const at = besidePin(toWorldPx(place, tile.zoom), half, frame?.pin)
    const x = at.x - tile.x * TILE_PX
    const y = at.y - tile.y * TILE_PX
    if (drawn.some((other) => Math.abs(other.y - y) < NAME_PX && Math.abs(other.x - x) < other.half + half)) continue
    const isCovered = covered.some(([west, south, east, north]) => {
      const [from, to] = [
        toWorldPx({ lng: west, lat: north }, tile.zoom),
        toWorldPx({ lng: east, lat: south }, tile.zoom),
      ]
      return at.x + half > from.x && at.x - half < to.x && at.y > from.y - NAME_PX && at.y - NAME_PX < to.y
    })
    const isCut =
      frame !== undefined &&
      (at.x - half < frame.left || at.x + half > frame.right || at.y - NAME_PX < frame.top || at.y > frame.bottom)
    if (isCovered || isCut) continue
    drawn.push({ x, y, half })
    if (!isWithin(x) || !isWithin(y)) continue
    context.strokeText(place.name, x, y)
    context.fillText(place.name, x, y)
  }
}

/** Returns the position of a name that extends `half` to each side: moved above a pin that would cover it. */
function besidePin(at: Point, half: number, pin: Point | undefined): Point {
  if (pin === undefined) return at
  const top = pin.y - PIN.heightPx
  const isCovered = Math.abs(at.x - pin.x) < half + PIN.halfPx && at.y > top && at.y - NAME_PX < pin.y
  return isCovered ? { x: at.x, y: top } : at
}

/** Returns the sides on which a point lies outside the bounds, one bit each. */
const sidesOf = (lng: number, lat: number, { west, east, south, north }: Bounds): number =>
  (lng < west ? WEST : lng > east ? EAST : 0) | (lat < south ? SOUTH : lat > north ? NORTH : 0)

/**
 * Traces a line. Of consecutive points outside on the same side only the first and last are needed: a coast has
 * thousands of points that no tile shows.
 */
function traceLine(
  context: CanvasRenderingContext2D,
  { tile, seen }: { readonly tile: TileAt; readonly seen: Bounds },
  { points }: BoxedLine,
): void {
  const draw = (index: number): void => {
    const at = toWorldPx({ lng: points[index] ?? 0, lat: points[index + 1] ?? 0 }, tile.zoom)
    const x = at.x - tile.x * TILE_PX
    const y = at.y - tile.y * TILE_PX
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  let sides = 0
  let held = 0
  for (let index = 0; index + 1 < points.length; index += 2) {
    const own = sidesOf(points[index] ?? 0, points[index + 1] ?? 0, seen)
    if ((sides & own) !== 0) {
      sides &= own
      held = index
      continue
    }
    if (held > 0) draw(held)
    draw(index)
    sides = own
    held = 0
  }
  if (held > 0) draw(held)
}

type Bounds = Omit<BoxedLine, 'points'>

/** Returns the bounds of a tile plus `px` pixels around it, in degrees. */
function boundsAround({ x, y, zoom }: TileAt, px: number): Bounds {
  const size = 2 ** zoom
  const margin = px / TILE_PX
  const toLat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI
  return {
    west: ((x - margin) / size) * 360 - 180,
    east: ((x + 1 + margin) / size) * 360 - 180,
    north: toLat(y - margin),
    south: toLat(y + 1 + margin),
  }
}
