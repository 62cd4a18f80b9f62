import type { ReviewList } from '../contract/reviews.ts'
import { readParkReviews } from '../db/read/park-reviews.ts'
import { type Query, useSaved } from './query.ts'

/** Reviews of a car park. Null when never fetched on this phone. */
export const useParkReviews = (parkId: number): Query<ReviewList | null> =>
  useSaved(() => readParkReviews(parkId), [parkId])
