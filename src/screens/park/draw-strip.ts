import type { LatLng } from '../../lib/cell.ts'
import { TILE_PX, toWorldPx } from '../../lib/world-px.ts'
import { startStreetThread, type Wish } from '../../parts/streets/street-thread.ts'
import type { StreetRegion } from '../../streets/street-archive.ts'
import type { StreetLook } from '../../streets/street-look.ts'
import { type Rect, tilesIn } from '../../streets/tile-math.ts'

/** Shows some hundred metres to each side: the streets that lead to the car park. */
const ZOOM = 16

/**
 * Areas covered by other elements, CSS pixels: the two round buttons, the credit, and the pin with its tip in the
 * centre.
 */
const coveredOf = (width: number, height: number): readonly Rect[] => [
  { left: 0, top: 0, right: 56, bottom: 56 },
  { left: width - 56, top: 0, right: width, bottom: 56 },
  { left: 0, top: height - 28, right: 232, bottom: height },
  { left: width / 2 - 16, top: height / 2 - 28, right: width / 2 + 16, bottom: height / 2 + 4 },
]

export interface Strip {
  /** Draws at the canvas's size on the page; a later call supersedes earlier ones. */
  readonly draw: (look: StreetLook) => void
  readonly end: () => void
}

export interface StripOptions {
  readonly at: LatLng
  readonly region: StreetRegion
  /** False when there was nothing to draw and the canvas is empty. */
  readonly onDrawn: (isDrawn: boolean) => void
}

/** Draws a static map of the streets around a place from the worker's tiles. */
export function drawStrip(canvas: HTMLCanvasElement, { at, region, onDrawn }: StripOptions): Strip {
  const thread = startStreetThread()
  thread.setRegions([region])
  let wishes: readonly Wish[] = []
  const drop = () => {
    for (const wish of wishes) wish.drop()
  }
  const draw = async (look: StreetLook) => {
    drop()
    const { clientWidth: width, clientHeight: height } = canvas
    if (width === 0 || height === 0) return
    const ratio = window.devicePixelRatio
    const middle = toWorldPx(at, ZOOM)
    const [left, top] = [Math.round(middle.x - width / 2), Math.round(middle.y - height / 2)]
    const rect = { left, top, right: left + width, bottom: top + height }
    thread.setLook(look)
    const tiles = tilesIn(rect, ZOOM)
    const asked = tiles.map((tile) => thread.tile(tile, ratio))
    const names = thread.names({ rect, zoom: ZOOM, ratio, markers: coveredOf(width, height), isStill: true })
    const own = [...asked, names]
    wishes = own
    const pictures = await Promise.all(own.map(({ picture }) => picture))
    const context = wishes === own ? canvas.getContext('2d') : null
    const hasStreets = pictures.slice(0, tiles.length).some((picture) => picture !== null)
    if (context !== null && hasStreets) {
      canvas.width = width * ratio
      canvas.height = height * ratio
      context.fillStyle = look.land
      context.fillRect(0, 0, canvas.width, canvas.height)
      const side = TILE_PX * ratio
      for (const [index, { x, y }] of tiles.entries()) {
        const picture = pictures[index]
        if (picture) context.drawImage(picture, (x * TILE_PX - left) * ratio, (y * TILE_PX - top) * ratio, side, side)
      }
      const words = pictures[tiles.length]
      if (words) context.drawImage(words, 0, 0, canvas.width, canvas.height)
    }
    for (const picture of pictures) picture?.close()
    if (context !== null) onDrawn(hasStreets)
  }
  return {
    draw: (look) => void draw(look),
    end: () => {
      drop()
      wishes = []
      thread.end()
    },
  }
}
