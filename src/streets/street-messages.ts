import type { StreetRegion } from './street-archive.ts'
import type { StreetLook } from './street-look.ts'
import type { Rect, TileAt } from './tile-math.ts'

/** What the page says to the thread that draws. Questions have an id; each has one answer. */
export type StreetMessage =
  | { readonly kind: 'regions'; readonly regions: readonly StreetRegion[] }
  | { readonly kind: 'look'; readonly look: StreetLook }
  | { readonly kind: 'tile'; readonly id: number; readonly tile: TileAt; readonly ratio: number }
  | { readonly kind: 'names'; readonly id: number; readonly view: NamesView }
  /** While the driver saves data, nothing that is not on the phone is asked for. */
  | { readonly kind: 'spare'; readonly isSparing: boolean }
  /** The answer is needed no more. */
  | { readonly kind: 'drop'; readonly id: number }

export interface NamesView {
  /** World pixels at the zoom. */
  readonly rect: Rect
  readonly zoom: number
  /** Device pixels for one of css. */
  readonly ratio: number
  /** Css pixels of the view beyond each edge of what is seen. */
  readonly margin?: number
  /** What stands over the map, in css pixels from the view's corner. */
  readonly markers: readonly Rect[]
  /** It does not move with a map: see `Room`. */
  readonly isStill?: boolean
}

export interface StreetAnswer {
  readonly id: number
  /** Null: nothing is drawn there. */
  readonly picture: ImageBitmap | null
}
