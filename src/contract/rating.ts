/** What travels with car parks and bookings of the reviews of docs/reviews.md. */
import * as v from 'valibot'
import { REVIEW_REPORTS, STARS } from '../domain/review.ts'
import { single, uuid } from './common.ts'
import { photoFilesSchema } from './photo-files.ts'

/** Mean of the reviews that are shown, to one decimal, and how many they are. */
export const ratingSchema = v.object({ stars: v.number(), count: v.number() })
export type Rating = v.InferOutput<typeof ratingSchema>

export const starsSchema = v.picklist(STARS)

/** The driver's own. `hidden`: why it is shown to nobody else; null: it is shown. */
export const ownReviewSchema = v.object({
  review_id: uuid,
  stars: starsSchema,
  text: v.nullable(v.string()),
  hidden: v.nullable(v.string()),
  /** Served while it is shown; left out where there is none. */
  photo: v.exactOptional(photoFilesSchema),
})
export type OwnReview = v.InferOutput<typeof ownReviewSchema>

export const reviewReportSingle = single(v.object({ review_id: uuid, kind: v.picklist(REVIEW_REPORTS) }))
export type ReviewReportWire = v.InferOutput<typeof reviewReportSingle>['data']
