import type { Box } from '../../../streets/tile-math.ts'

/** Of what the map shows now: streets, none, none before the driver who saves data asks for them, or nobody knows yet. */
export type StreetsState =
  | { readonly kind: 'unknown' | 'none' | 'spared' }
  | {
      readonly kind: 'shown'
      /** Whose data is to be credited, once each. */
      readonly attributions: readonly string[]
      /** Where they lie: west, south, east, north. */
      readonly boxes: readonly Box[]
    }

export const UNKNOWN_STREETS: StreetsState = { kind: 'unknown' }
