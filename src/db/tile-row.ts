import type { Park } from '../contract/parks.ts'

/** The parks of one 0.05 degree cell: see `parksOfTile`. A park without coordinates has a tile of its own, see `tileKeyOf`. */
export interface TileRow extends Partial<SharedTexts> {
  readonly cell: number
  /** As the first release had them, and empty since. */
  readonly parks: readonly SavedPark[]
  /** As later releases had them, each whole. */
  readonly text?: string
  /** Of each park of `text` or of `own`, in its order: which it is and where its JSON ends. */
  readonly ids?: Int32Array
  readonly ends?: Int32Array
}

/** JSON of what each park has alone, and of what several have: most of a park is its price, and a street has few prices. */
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
