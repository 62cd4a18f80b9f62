import * as v from 'valibot'
import { countryCode, instantText, single } from './common.ts'
import { tileRegionSchema } from './tiles.ts'

const bytes = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `ca-on-toronto`: the country, its state or province where it has one, the city or `rest`. */
export const packRegionName = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z]{2}(?:-[a-z0-9]+)+$/))

/** Of the file's bytes before compression, SHA-256, the first 32 hexadecimal digits. */
export const packHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/**
 * One immutable file of a region, at `/api/v1/packs/{hash}.json`. `parks`: whole cells of `src/lib/cell` with the tariffs of their car parks; a
 * cell is in one file of one region. `names`: streets and where they are. `bytes` as it travels.
 */
export const packFileSchema = v.object({ kind: v.picklist(['parks', 'names']), hash: packHash, bytes })
export type PackFileWire = v.InferOutput<typeof packFileSchema>

const regionEntries = {
  region: packRegionName,
  /** As people call it: "Dakar". */
  name: v.string(),
  state: v.nullable(v.string()),
  country_code: countryCode,
  /** West, south, east, north in degrees: all of its cells. */
  box: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  parks: v.number(),
  /** Of all files, as they travel, without the streets. */
  bytes,
  /** Changes when any of its files or its streets do. */
  revision: packHash,
  /** The street maps that reach into it, each to be read whole. */
  streets: v.array(tileRegionSchema),
  made_at: instantText,
}

export const packRegionSchema = v.object(regionEntries)
export type PackRegionWire = v.InferOutput<typeof packRegionSchema>

/** Regions of a country, largest first. */
export const packRegionAll = single(v.array(packRegionSchema))

/**
 * A region with what it is made of. A car park of a pack has no free spaces and no end of its price's validity: these are not of the file but of
 * the hour, so `valid_until` stands here and holds for every price of the files named.
 */
export const packManifestSchema = v.object({
  ...regionEntries,
  files: v.array(packFileSchema),
  valid_until: instantText,
})
export type PackManifestWire = v.InferOutput<typeof packManifestSchema>
export const packManifestSingle = single(packManifestSchema)
