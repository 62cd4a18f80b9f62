import type { ReviewList } from '../contract/reviews.ts'
import { readParkReviews } from '../db/read/park-reviews.ts'
import { type Query, useSaved } from './query.ts'

/** What drivers say of a car park. Null: never looked at on this phone. */
export const useParkReviews = (parkId: number): Query<ReviewList | null> =>
  useSaved(() => readParkReviews(parkId), [parkId])
