import { type Coords, type DoneCallback, GridLayer } from 'leaflet'
import { TILE_PX } from '../../../lib/world-px.ts'
import type { StreetThread, Wish } from '../../streets/street-thread.ts'

/** Shows a picture from the worker. The bitmap is transferred, not copied, so the page has no work. */
export function showPicture(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
}

/** Street tiles, drawn by the worker. A tile without streets stays transparent and shows the map below. */
export class StreetLayer extends GridLayer {
  private readonly thread: StreetThread
  private readonly wishes = new WeakMap<HTMLElement, Wish>()

  constructor(thread: StreetThread, pane: string) {
    super({ tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1, pane })
    this.thread = thread
    this.on('tileunload', ({ tile }) => this.wishes.get(tile)?.drop())
  }

  protected override createTile({ x, y, z: zoom }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const wish = this.thread.tile({ x, y, zoom }, window.devicePixelRatio)
    this.wishes.set(canvas, wish)
    const show = async () => {
      const picture = await wish.picture
      if (picture !== null) {
        showPicture(canvas, picture)
        canvas.dataset['streets'] = `${String(zoom)}/${String(x)}/${String(y)}`
      }
      done(undefined, canvas)
    }
    void show()
    return canvas
  }

  /** Whether any tile in view shows streets. */
  get hasStreets(): boolean {
    return (this.getContainer()?.querySelector('[data-streets]') ?? null) !== null
  }
}
