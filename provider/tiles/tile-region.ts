import type { TileRegionWire } from '../../src/contract/tiles.ts'
import type { RegionRow } from './tile-shelf.ts'

/** What a phone is told of a region's file; where it came from is the operator's. */
export const toTileRegion = ({ region, file, bytes, box, attribution, made_at }: RegionRow): TileRegionWire => ({
  region,
  url: `/tiles/${file}`,
  bytes,
  box,
  attribution,
  made_at,
})
