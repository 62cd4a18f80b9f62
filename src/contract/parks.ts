import * as v from 'valibot'
import { SEARCH_MAX } from '../domain/search-text.ts'
import { chargerSchema } from './chargers.ts'
import { amount, countryCode, currency, instantText, listOf, pageQuery, single } from './common.ts'
import { ratingSchema } from './rating.ts'
import { quoteSchema, rateSchema } from './tariff.ts'

export const parkKind = v.picklist(['garage', 'lot', 'street', 'airport', 'stadium', 'station', 'unknown'])

/** `lat` and `lng` are null for a row imported without coordinates, which only text search finds. */
export const parkSchema = v.object({
  id: v.number(),
  code: v.string(),
  slug: v.string(),
  name: v.string(),
  address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  state: v.nullable(v.string()),
  country_code: countryCode,
  lat: v.nullable(v.number()),
  lng: v.nullable(v.number()),
  timezone: v.string(),
  kind: parkKind,
  capacity: v.nullable(v.number()),
  available: v.nullable(v.number()),
  available_at: v.nullable(instantText),
  currency,
  hourly_from: v.nullable(amount),
  tariff_version: v.string(),
  height_limit_m: v.nullable(v.number()),
  ev_chargers: v.nullable(v.number()),
  /** Kinds of chargers; absent when unknown. */
  chargers: v.exactOptional(v.array(chargerSchema)),
  /** From drivers' reviews; absent when there are none. */
  rating: v.exactOptional(ratingSchema),
  accessible_spaces: v.nullable(v.number()),
  covered: v.nullable(v.boolean()),
  opening_hours: v.nullable(v.string()),
  amenities: v.array(v.string()),
  /** True where the sandbox filled a gap (tariff, capacity, name or hours); `demo_fields` lists them. */
  demo: v.boolean(),
  demo_fields: v.array(v.string()),
  source: v.string(),
  attribution: v.string(),
  version: v.number(),
  updated_at: instantText,
  /** Everything that `quote()` needs, so that a phone can price any stay offline. */
  rate: rateSchema,
  distance_m: v.exactOptional(v.number()),
})
export type Park = v.InferOutput<typeof parkSchema>

/** Number('') is 0, a position at sea, so an empty coordinate must be rejected. */
const degrees = (limit: number) =>
  v.pipe(
    v.string(),
    v.regex(/^-?\d{1,3}(?:\.\d{1,20})?(?:e-?\d{1,3})?$/i),
    v.transform(Number),
    v.minValue(-limit),
    v.maxValue(limit),
  )

export const parkListQuery = v.object({
  ...pageQuery,
  country: v.optional(v.pipe(v.string(), v.maxLength(60))),
  search: v.optional(v.pipe(v.string(), v.maxLength(SEARCH_MAX))),
  lat: v.optional(degrees(90)),
  lng: v.optional(degrees(180)),
  kind: v.optional(parkKind),
  /** Only parks known to have it. */
  covered: v.optional(v.literal('1')),
  ev: v.optional(v.literal('1')),
  accessible: v.optional(v.literal('1')),
  /** Vehicle height in metres. */
  height: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}(?:\.\d{1,3})?$/), v.transform(Number))),
  /** `next` of the previous page: the cursor stays correct when rows are added or removed in between. */
  after: v.optional(
    v.pipe(v.string(), v.maxLength(80), v.regex(/^(?:\d{1,9}(?:\.\d{1,20})?(?:e-\d{1,3})?_){0,2}\d{1,9}$/)),
  ),
})
/**
 * `total` is exact for a list by country and kind. For searches by position, text or need it counts up to
 * `SEARCH_LIMIT` (domain/search-text.ts), and pages beyond are empty. `next` is present when a page is full.
 */
export const parkList = v.object({ ...listOf(parkSchema).entries, next: v.exactOptional(v.string()) })

/** At most 24 cells of `src/lib/cell` per call, comma-separated. */
export const CELLS_PER_CALL = 24
/**
 * Maximum parks per answer. A cell that does not fit after those before it is omitted and can be requested again; a
 * cell that exceeds the limit alone has no tile and is reachable by search only.
 */
export const PARKS_OF_CELLS = 1_000
export const cellsQuery = v.object({
  cells: v.pipe(
    v.string(),
    v.regex(/^\d{1,9}(?:,\d{1,9})*$/),
    v.transform((text) => [...new Set(text.split(',').map(Number))]),
    v.maxLength(CELLS_PER_CALL),
  ),
})

/**
 * A complete tile: every park of the cell. `revision` changes when a park is added, changed or removed (but not with
 * `available`).
 */
export const parkTileSchema = v.object({ cell: v.number(), revision: v.string(), parks: v.array(parkSchema) })
export type ParkTile = v.InferOutput<typeof parkTileSchema>
export const parkTiles = single(v.array(parkTileSchema))
/** At most 100 park ids per call, comma-separated. */
export const PARKS_PER_CALL = 100
export const freeSpacesQuery = v.object({
  ids: v.pipe(
    v.string(),
    v.regex(/^\d{1,9}(?:,\d{1,9})*$/),
    v.transform((text) => [...new Set(text.split(',').map(Number))]),
    v.maxLength(PARKS_PER_CALL),
  ),
  start_time: instantText,
  end_time: instantText,
})

/** Spaces free for the whole stay as of `available_at`. Null when the park's capacity is unknown. */
export const freeSpacesSchema = v.object({
  park_id: v.number(),
  available: v.nullable(v.number()),
  available_at: instantText,
})
export type FreeSpacesWire = v.InferOutput<typeof freeSpacesSchema>
export const freeSpacesAll = single(v.array(freeSpacesSchema))

export const parkSingle = single(parkSchema)
export const rateSingle = single(rateSchema)
export const quoteSingle = single(quoteSchema)
