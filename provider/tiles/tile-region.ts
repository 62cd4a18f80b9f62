import type { TileRegionWire } from '../../src/contract/tiles.ts'
import type { RegionRow } from './tile-shelf.ts'

/** What phones receive about a region's file; its source is only for the operator. */
export const toTileRegion = ({ region, file, bytes, box, attribution, made_at }: RegionRow): TileRegionWire => ({
  region,
  url: `/tiles/${file}`,
  bytes,
  box,
  attribution,
  made_at,
})
