import * as v from 'valibot'
import { instantText, listUpTo, single } from './common.ts'

const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))
/** More than all cities of the four countries. */
const MOST_REGIONS = 1000

/** An area with streets: an immutable PMTiles file, read by ranges. `box` is west, south, east, north. */
export const streetRegionSchema = v.object({
  region: v.string(),
  url: v.pipe(
    v.string(),
    v.startsWith('/'),
    v.check((url) => !url.startsWith('//')),
  ),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  box: v.tuple([degrees(180), degrees(90), degrees(180), degrees(90)]),
  attribution: v.string(),
  made_at: instantText,
})
export type StreetRegionWire = v.InferOutput<typeof streetRegionSchema>
export const streetRegionAll = single(listUpTo(streetRegionSchema, MOST_REGIONS))
