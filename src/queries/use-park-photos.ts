import type { ParkPhotos } from '../contract/park-photos.ts'
import { readParkPhotos } from '../db/read/park-photos.ts'
import { type Query, useSaved } from './query.ts'

/** The list of a car park's photos. Null when never fetched on this phone. */
export const useParkPhotos = (parkId: number): Query<ParkPhotos | null> =>
  useSaved(() => readParkPhotos(parkId), [parkId])
