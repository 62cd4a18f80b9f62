import type { TileRegionWire } from '../contract/tiles.ts'
import { readStreetRegions } from '../db/read/street-regions.ts'
import { type Query, useSaved } from './query.ts'

/** Null: the provider was never asked by this phone. */
export const useStreetRegions = (): Query<readonly TileRegionWire[] | null> => useSaved(() => readStreetRegions(), [])
