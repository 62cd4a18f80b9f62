import type { Box } from '../../../streets/tile-math.ts'

/**
 * What the map shows: streets, none, none until a driver with data saving on requests them (`spared`), or not known
 * yet.
 */
export type StreetsState =
  | { readonly kind: 'unknown' | 'none' | 'spared' }
  | {
      readonly kind: 'shown'
      /** Credits, without duplicates. */
      readonly attributions: readonly string[]
      /** Bounds of the regions: west, south, east, north. */
      readonly boxes: readonly Box[]
    }

export const UNKNOWN_STREETS: StreetsState = { kind: 'unknown' }
