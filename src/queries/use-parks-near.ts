import { NEAR_RADIUS_METRES, type NearbyPark, type NearQuery, readParksNear } from '../db/read/parks-near.ts'
import type { Saved } from '../db/read/saved.ts'
import type { LatLng } from '../lib/cell.ts'
import { readFirst } from './first-answers.ts'
import { type Query, useSaved, useSavedOf } from './query.ts'

export type { NearbyPark }

export interface NearOptions {
  readonly limit?: number
  /** How far the search may widen when few parks are near, metres. */
  readonly radiusMetres?: number
  /** Only parks with known chargers. */
  readonly charging?: boolean
}

const LIMIT = 50
const NOWHERE = { value: [], savedAt: null }

const queryOf = (
  { lat, lng }: LatLng,
  { limit = LIMIT, radiusMetres = NEAR_RADIUS_METRES, charging = false }: NearOptions,
): NearQuery => ({ at: { lat, lng }, limit, radiusMetres, charging })

/** Reads ahead for the first page of a relaunch. */
export function readNearFirst(at: LatLng, options: NearOptions): Promise<unknown> {
  const query = queryOf(at, options)
  return readFirst(JSON.stringify(query), () => readParksNear(query))
}

type Parks = readonly NearbyPark[]

const readFound = (query: NearQuery | null): Promise<Saved<Parks>> =>
  query === null ? Promise.resolve(NOWHERE) : readParksNear(query)

/**
 * The mirrored parks around a position, nearest first, with `distance_m`; empty without a position. When the position
 * moves, the previous ones stay until the new ones are read.
 */
export function useParksNear(at: LatLng | null, options: NearOptions = {}): Query<Parks> {
  const query = at === null ? null : queryOf(at, options)
  const asked = JSON.stringify(query)
  return useSaved(() => readFound(query), [asked], asked)
}

/** The same for a search: never returns those of another place. */
export function useParksFound(at: LatLng | null, options: NearOptions = {}): Query<Parks> {
  const query = at === null ? null : queryOf(at, options)
  return useSavedOf(JSON.stringify(query), () => readFound(query))
}
