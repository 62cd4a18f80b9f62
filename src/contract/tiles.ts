import * as v from 'valibot'
import { instantText, single } from './common.ts'

/**
 * A region's streets: one PMTiles file (version 3) of gzipped vector tiles, zoom 10 to 14. `url` is on the provider's
 * own origin, is derived from the content and therefore immutable, and supports range requests.
 */
export const tileRegionSchema = v.object({
  region: v.string(),
  url: v.pipe(v.string(), v.regex(/^\/tiles\/[a-z0-9-]+-[0-9a-f]{16}\.pmtiles$/)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** West, south, east, north in degrees; the file has no data outside. */
  box: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  /** Must be shown wherever the streets are. */
  attribution: v.string(),
  made_at: instantText,
})
export type TileRegionWire = v.InferOutput<typeof tileRegionSchema>
export const tileRegionAll = single(v.array(tileRegionSchema))
