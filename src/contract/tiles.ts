import * as v from 'valibot'
import { instantText, single } from './common.ts'

/**
 * The streets of a region: one PMTiles file (version 3) of vector tiles, zoom 10 to 14, gzip. `url` is on the provider's own origin and names
 * the content, so that what it answers never changes; it takes ranges.
 */
export const tileRegionSchema = v.object({
  region: v.string(),
  url: v.pipe(v.string(), v.regex(/^\/tiles\/[a-z0-9-]+-[0-9a-f]{16}\.pmtiles$/)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** West, south, east, north in degrees; outside it the file knows nothing. */
  box: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  /** To be shown wherever the streets are drawn. */
  attribution: v.string(),
  made_at: instantText,
})
export type TileRegionWire = v.InferOutput<typeof tileRegionSchema>
export const tileRegionAll = single(v.array(tileRegionSchema))
