import { DomUtil, type Map, type Point } from 'leaflet'
import type { StreetThread, Wish } from '../../streets/street-thread.ts'
import type { Rect } from '../../../streets/tile-math.ts'
import { showPicture } from './street-layer.ts'

/** Drawn beyond the view, so that a small move shows names at once. */
const MARGIN_PX = 96
/**
 * What names must avoid: pins and their text, the searched place with its name, and credits and buttons over the map.
 */
const MARKERS = '[data-spot]:not([data-covered]) > *, [data-place]:not([data-covered]), [data-over-map] > *'

/**
 * One picture with all names in view, above all tiles, so that no name is cut between two tiles. It moves with the map
 * and is redrawn after each move; during a zoom it is hidden.
 */
export class StreetNames {
  readonly #map: Map
  readonly #thread: StreetThread
  readonly #canvas: HTMLCanvasElement
  #wish: Wish | undefined

  constructor(map: Map, thread: StreetThread, pane: string) {
    this.#map = map
    this.#thread = thread
    this.#canvas = DomUtil.create('canvas', 'leaflet-zoom-hide', map.getPane(pane))
    this.#canvas.hidden = true
  }

  /** Requests the names for the current view; a newer request cancels an older one. */
  readonly update = (): void => {
    this.#wish?.drop()
    const size = this.#map.getSize()
    const corner = this.#map.containerPointToLayerPoint([-MARGIN_PX, -MARGIN_PX])
    const { x, y } = corner.add(this.#map.getPixelOrigin())
    const rect = { left: x, top: y, right: x + size.x + 2 * MARGIN_PX, bottom: y + size.y + 2 * MARGIN_PX }
    const zoom = this.#map.getZoom()
    const ratio = window.devicePixelRatio
    const wish = this.#thread.names({ rect, zoom, ratio, margin: MARGIN_PX, markers: this.#markers() })
    this.#wish = wish
    void this.#show(wish, corner, size)
  }

  /** At another zoom the old names would be misplaced. */
  readonly hide = (): void => {
    this.#canvas.hidden = true
  }

  remove(): void {
    this.#wish?.drop()
    this.#canvas.remove()
  }

  async #show(wish: Wish, corner: Point, size: Point): Promise<void> {
    const picture = await wish.picture
    if (this.#wish !== wish) return
    this.#canvas.hidden = picture === null
    if (picture === null) return
    showPicture(this.#canvas, picture)
    this.#canvas.style.width = `${String(size.x + 2 * MARGIN_PX)}px`
    this.#canvas.style.height = `${String(size.y + 2 * MARGIN_PX)}px`
    DomUtil.setPosition(this.#canvas, corner)
  }

  #markers(): readonly Rect[] {
    const { left, top } = this.#map.getContainer().getBoundingClientRect()
    return [...this.#map.getContainer().querySelectorAll(MARKERS)].map((marker) => {
      const box = marker.getBoundingClientRect()
      const [x, y] = [MARGIN_PX - left, MARGIN_PX - top]
      return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y }
    })
  }
}
