import { TILE_PX, toWorldPx } from '../lib/world-px.ts'

/** A web map tile: https://en.wikipedia.org/wiki/Tiled_web_map */
export interface TileAt {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** Degrees: west, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** Pixels, either of the world at a zoom level or of a view. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Limit of the Web Mercator projection. */
const MAX_LAT = 85.051_128_78

const withinMercator = (lat: number): number => Math.max(-MAX_LAT, Math.min(MAX_LAT, lat))

/** Converts a box in degrees to world pixels at a zoom level. */
export function rectOf([west, south, east, north]: Box, zoom: number): Rect {
  const from = toWorldPx({ lng: west, lat: withinMercator(north) }, zoom)
  const to = toWorldPx({ lng: east, lat: withinMercator(south) }, zoom)
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}

export const tileRect = ({ x, y }: TileAt): Rect => ({
  left: x * TILE_PX,
  top: y * TILE_PX,
  right: (x + 1) * TILE_PX,
  bottom: (y + 1) * TILE_PX,
})

export const intersects = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const containsRect = (outer: Rect, inner: Rect): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom

/** Returns the data tile that contains a map tile: the tile itself, or its ancestor above the data's maximum zoom. */
export function dataTile({ x, y, zoom }: TileAt, maxZoom: number): TileAt {
  const steps = Math.max(0, zoom - maxZoom)
  return { x: x >> steps, y: y >> steps, zoom: zoom - steps }
}

/** Returns a data tile's position in the world at the rendered zoom, and the pixels per unit. */
export function frameOf(data: TileAt, zoom: number, extent: number) {
  const px = TILE_PX * 2 ** (zoom - data.zoom)
  return { left: data.x * px, top: data.y * px, scale: px / extent }
}

/** Returns the tiles of a zoom level that overlap a rectangle in its pixels, row by row, limited to the world. */
export function tilesIn({ left, top, right, bottom }: Rect, zoom: number): readonly TileAt[] {
  const last = 2 ** zoom - 1
  const clamp = (px: number): number => Math.max(0, Math.min(last, Math.floor(px / TILE_PX)))
  const tiles: TileAt[] = []
  for (let y = clamp(top); y <= clamp(bottom - 1); y += 1)
    for (let x = clamp(left); x <= clamp(right - 1); x += 1) tiles.push({ x, y, zoom })
  return tiles
}
