import type { ParkPhotos } from '../contract/park-photos.ts'
import { readParkPhotos } from '../db/read/park-photos.ts'
import { type Query, useSaved } from './query.ts'

/** Which photos there are of a car park. Null: never looked at on this phone. */
export const useParkPhotos = (parkId: number): Query<ParkPhotos | null> =>
  useSaved(() => readParkPhotos(parkId), [parkId])
