/** The parts of reviews (docs/reviews.md) that car parks and bookings include. */
import * as v from 'valibot'
import { REVIEW_REPORTS, STARS } from '../domain/review.ts'
import { single, uuid } from './common.ts'
import { photoFilesSchema } from './photo-files.ts'

/** Mean of the visible reviews, to one decimal, and their number. */
export const ratingSchema = v.object({ stars: v.number(), count: v.number() })
export type Rating = v.InferOutput<typeof ratingSchema>

export const starsSchema = v.picklist(STARS)

/** The driver's own review. `hidden`: the reason for hiding it from others; null: visible. */
export const ownReviewSchema = v.object({
  review_id: uuid,
  stars: starsSchema,
  text: v.nullable(v.string()),
  hidden: v.nullable(v.string()),
  /** Served while the review is visible; absent if there is none. */
  photo: v.exactOptional(photoFilesSchema),
})
export type OwnReview = v.InferOutput<typeof ownReviewSchema>

export const reviewReportSingle = single(v.object({ review_id: uuid, kind: v.picklist(REVIEW_REPORTS) }))
export type ReviewReportWire = v.InferOutput<typeof reviewReportSingle>['data']
