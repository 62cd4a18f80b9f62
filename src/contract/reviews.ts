import * as v from 'valibot'
import { REVIEW_REPORTS, REVIEW_TEXT_MAX } from '../domain/review.ts'
import { instantText, listOf, plainText, uuid } from './common.ts'
import { photoFilesSchema, smallPhoto } from './photo-files.ts'
import { ratingSchema, starsSchema } from './rating.ts'

/** Half of a pair of surrogates is no character, and no database keeps it. */
export const reviewText = v.pipe(
  plainText,
  v.check((text) => !/\p{Cs}/u.test(text)),
  v.maxLength(REVIEW_TEXT_MAX),
)

/** `photo`: left out, the one that there is stays; null: none. `photo_id`: made by whoever sends it. */
export const reviewBody = v.pipe(
  v.strictObject({
    stars: starsSchema,
    text: v.optional(v.nullable(reviewText), null),
    photo: v.exactOptional(v.nullable(v.strictObject({ photo_id: uuid, jpeg: smallPhoto }))),
  }),
  v.transform(({ text, ...said }) => ({ ...said, text: text === '' ? null : text })),
)

/** Plain text: nothing in it is a link. `author`: first name and initial; null: no name is known. `edited`: it was changed since. */
export const reviewSchema = v.object({
  review_id: uuid,
  stars: starsSchema,
  text: v.nullable(v.string()),
  author: v.nullable(v.string()),
  edited: v.boolean(),
  answer: v.nullable(v.object({ text: v.string(), at: instantText })),
  /** Left out where there is none. */
  photo: v.exactOptional(photoFilesSchema),
  created_at: instantText,
})
export type ReviewWire = v.InferOutput<typeof reviewSchema>

/** The latest first. `rating` as of now; null: there are none. */
export const reviewList = v.object({ ...listOf(reviewSchema).entries, rating: v.nullable(ratingSchema) })
export type ReviewList = v.InferOutput<typeof reviewList>

export const reviewReportBody = v.strictObject({ kind: v.picklist(REVIEW_REPORTS) })
