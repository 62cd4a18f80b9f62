import type { LatLng } from '../../lib/cell.ts'
import { drawTile } from './draw-tile.ts'
import type { DrawnMap } from './load-base-map.ts'
import { readMapColours } from './map-colours.ts'
import { metresPerPixel } from './scale.ts'
import { TILE_PX, toWorldPx } from '../../lib/world-px.ts'

/** Closer in, the outlines are too coarse: car parks at the shore would lie in the water. */
export const NEAREST_ZOOM = 8
const FARTHEST_ZOOM = 6
/** How many of the nearest car parks the picture shows. */
const PARKS_IN_VIEW = 30
/** From the middle to the nearer edge. */
const HALF_PX = 130
const DOT_PX = 3

/** Returns the closest zoom that shows the nearest car parks. `distances` in metres, ascending. */
export function previewZoom(centre: LatLng, distances: readonly number[]): number {
  const farthest = distances[Math.min(PARKS_IN_VIEW, distances.length) - 1] ?? 0
  let zoom = NEAREST_ZOOM
  while (zoom > FARTHEST_ZOOM && metresPerPixel(centre.lat, zoom) * HALF_PX < farthest) zoom -= 1
  return zoom
}

export interface Preview {
  readonly centre: LatLng
  readonly zoom: number
  readonly parks: readonly { readonly lat: number | null; readonly lng: number | null }[]
  readonly baseMap: DrawnMap
  /** Whether a pin covers the centre. */
  readonly hasPin?: boolean | undefined
}

/** Draws the map over the whole canvas, at its size and in its colours on the page; yields after each tile. */
export function* drawPreview(
  canvas: HTMLCanvasElement,
  { centre, zoom, parks, baseMap, hasPin = false }: Preview,
): Generator<undefined, void> {
  const { clientWidth: width, clientHeight: height } = canvas
  if (width === 0 || height === 0) return
  const context = canvas.getContext('2d')
  if (context === null) return
  // Read before the canvas is resized, which would make the browser recalculate styles.
  const colours = readMapColours(canvas)
  const dot = getComputedStyle(canvas).getPropertyValue('--brand').trim()
  canvas.width = width * window.devicePixelRatio
  canvas.height = height * window.devicePixelRatio
  context.scale(window.devicePixelRatio, window.devicePixelRatio)
  const middle = toWorldPx(centre, zoom)
  const left = Math.round(middle.x - width / 2)
  const top = Math.round(middle.y - height / 2)
  const frame = { left, top, right: left + width, bottom: top + height, pin: hasPin ? middle : undefined }
  const content = { baseMap, colours, covered: [], frame }
  for (let x = Math.floor(left / TILE_PX); x * TILE_PX < left + width; x += 1)
    for (let y = Math.floor(top / TILE_PX); y * TILE_PX < top + height; y += 1) {
      context.save()
      context.translate(x * TILE_PX - left, y * TILE_PX - top)
      context.beginPath()
      context.rect(0, 0, TILE_PX, TILE_PX)
      context.clip()
      drawTile(context, { x, y, zoom }, content)
      context.restore()
      yield
    }
  context.fillStyle = dot
  context.globalAlpha = 0.8
  for (const { lat, lng } of parks) {
    if (lat === null || lng === null) continue
    const at = toWorldPx({ lat, lng }, zoom)
    context.beginPath()
    context.arc(at.x - left, at.y - top, DOT_PX, 0, 2 * Math.PI)
    context.fill()
  }
}
