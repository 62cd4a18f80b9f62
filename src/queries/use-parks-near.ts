import { NEAR_RADIUS_METRES, type NearbyPark, readParksNear } from '../db/read/parks-near.ts'
import type { LatLng } from '../lib/cell.ts'
import { type Query, useSaved } from './query.ts'

export type { NearbyPark }

export interface NearOptions {
  readonly limit?: number
  /** How far the search may widen when few parks are near, metres. */
  readonly radiusMetres?: number
  /** Those alone whose chargers are known. */
  readonly charging?: boolean
}

const LIMIT = 50
const NOWHERE = { value: [], savedAt: null }

/** The mirrored parks around a position, nearest first, with `distance_m`. No position: an empty list. */
export function useParksNear(at: LatLng | null, options: NearOptions = {}): Query<readonly NearbyPark[]> {
  const { limit = LIMIT, radiusMetres = NEAR_RADIUS_METRES, charging = false } = options
  return useSaved<readonly NearbyPark[]>(
    () => (at === null ? Promise.resolve(NOWHERE) : readParksNear({ at, limit, radiusMetres, charging })),
    [at?.lat, at?.lng, limit, radiusMetres, charging],
  )
}
