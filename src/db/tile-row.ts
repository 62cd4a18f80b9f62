import type { Park } from '../contract/parks.ts'

/**
 * The parks of one 0.05 degree cell: see `parksOfTile`. A park without coordinates has a tile of its own, see
 * `tileKeyOf`.
 */
export interface TileRow extends Partial<SharedTexts> {
  readonly cell: number
  /** Used by the first release; empty since then. */
  readonly parks: readonly SavedPark[]
  /** Used by later releases: each park whole. */
  readonly text?: string
  /** The id and the end of the JSON of each park in `text` or `own`, in their order. */
  readonly ids?: Int32Array
  readonly ends?: Int32Array
}

/** JSON of each park's own fields, and of the shared ones: most of a park is its price, and a street has few prices. */
export interface SharedTexts {
  /** A list of `OwnPart`. */
  readonly own: string
  readonly rates: readonly string[]
  readonly commons: readonly string[]
}

export interface SavedPark {
  readonly park: Park
  readonly savedAt: number
}
