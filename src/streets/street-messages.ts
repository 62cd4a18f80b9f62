import type { StreetRegion } from './street-archive.ts'
import type { StreetLook } from './street-look.ts'
import type { Rect, TileAt } from './tile-math.ts'

/** Messages from the page to the rendering worker. Every question has an id and gets one answer. */
export type StreetMessage =
  | { readonly kind: 'regions'; readonly regions: readonly StreetRegion[] }
  | { readonly kind: 'look'; readonly look: StreetLook }
  | { readonly kind: 'tile'; readonly id: number; readonly tile: TileAt; readonly ratio: number }
  | { readonly kind: 'names'; readonly id: number; readonly view: NamesView }
  /** With data saver on, only data on the phone is used. */
  | { readonly kind: 'spare'; readonly isSparing: boolean }
  /** The answer is no longer needed. */
  | { readonly kind: 'drop'; readonly id: number }

export interface NamesView {
  /** World pixels at the zoom level. */
  readonly rect: Rect
  readonly zoom: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** CSS pixels of the view beyond each visible edge. */
  readonly margin?: number
  /** Overlays on the map, in CSS pixels from the view's corner. */
  readonly markers: readonly Rect[]
  /** A static picture that does not move with a map: see `Room`. */
  readonly isStill?: boolean
}

export interface StreetAnswer {
  readonly id: number
  /** Null: nothing to render. */
  readonly picture: ImageBitmap | null
}
