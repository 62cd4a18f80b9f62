import * as v from 'valibot'
import { countryCode, instantText, single } from './common.ts'
import { tileRegionSchema } from './tiles.ts'

const bytes = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `ca-on-toronto`: country, state or province if any, then the city or `rest`. */
export const packRegionName = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z]{2}(?:-[a-z0-9]+)+$/))

/** First 32 hexadecimal digits of the SHA-256 of the uncompressed file. */
export const packHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/**
 * One immutable file of a region, at `/api/v1/packs/{hash}.json`. `parks`: complete cells of `src/lib/cell` with their
 * car parks' tariffs; each cell is in exactly one file of one region. `names`: streets and their positions. `bytes`:
 * the transfer size.
 */
export const packFileSchema = v.object({ kind: v.picklist(['parks', 'names']), hash: packHash, bytes })
export type PackFileWire = v.InferOutput<typeof packFileSchema>

const regionEntries = {
  region: packRegionName,
  /** Common name: "Dakar". */
  name: v.string(),
  state: v.nullable(v.string()),
  country_code: countryCode,
  /** West, south, east, north in degrees; encloses all cells. */
  box: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  parks: v.number(),
  /** Transfer size of all files, without the street maps. */
  bytes,
  /** Changes whenever one of its files or street maps changes. */
  revision: packHash,
  /** Street maps that overlap the region; each must be downloaded whole. */
  streets: v.array(tileRegionSchema),
  made_at: instantText,
}

export const packRegionSchema = v.object(regionEntries)
export type PackRegionWire = v.InferOutput<typeof packRegionSchema>

/** Regions of a country, largest first. */
export const packRegionAll = single(v.array(packRegionSchema))

/**
 * A region and its files. A pack's car parks have neither free spaces nor a `valid_until` of their own, because both
 * change by the hour and files are immutable; the `valid_until` here applies to every price in the listed files.
 */
export const packManifestSchema = v.object({
  ...regionEntries,
  files: v.array(packFileSchema),
  valid_until: instantText,
})
export type PackManifestWire = v.InferOutput<typeof packManifestSchema>
export const packManifestSingle = single(packManifestSchema)
