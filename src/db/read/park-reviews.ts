import type { ReviewList } from '../../contract/reviews.ts'
import { databases, type Databases } from '../databases.ts'
import { parkReviewsKey } from '../park-reviews-key.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

/** The pages fetched so far; null when there are none. */
export const readParkReviews = (parkId: number, dbs: Databases = databases): Promise<Saved<ReviewList | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(parkReviewsKey(parkId))
    return { value: row?.reviews ?? null, savedAt: row?.savedAt ?? null }
  })
