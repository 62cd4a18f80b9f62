import type { TileRegionWire } from '../contract/tiles.ts'
import { readStreetRegions } from '../db/read/street-regions.ts'
import { type Query, useSaved } from './query.ts'

/** Null when this phone has neither fetched the list nor keeps a region with streets. */
export const useStreetRegions = (): Query<readonly TileRegionWire[] | null> => useSaved(() => readStreetRegions(), [])
