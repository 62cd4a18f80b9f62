import type { ReviewList } from '../../contract/reviews.ts'
import type { Databases } from '../databases.ts'
import { PARK_REVIEWS, parkReviewsKey } from '../park-reviews-key.ts'
import { onPublic } from '../with-db.ts'
import { keepLately } from './keep-lately.ts'

/** The first page replaces everything kept; later pages are appended, each review once. */
export const applyParkReviews = (
  dbs: Databases,
  { parkId, list, savedAt }: { readonly parkId: number; readonly list: ReviewList; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, async () => {
      const key = parkReviewsKey(parkId)
      const before = list.page === 1 ? [] : ((await dbs.public.saved.get(key))?.reviews?.items ?? [])
      const known = new Set(before.map(({ review_id: id }) => id))
      const items = [...before, ...list.items.filter(({ review_id: id }) => !known.has(id))]
      await keepLately(dbs.public, PARK_REVIEWS, { key, savedAt, reviews: { ...list, items } })
    }),
  )
