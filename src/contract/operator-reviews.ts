/** Reviews as operators and moderators read them. */
import * as v from 'valibot'
import { REVIEW_REPORTS, REVIEW_TEXT_MAX } from '../domain/review.ts'
import { instantText, listOf, pageQuery, single, uuid } from './common.ts'
import { operatorText } from './operator.ts'
import { photoFilesSchema } from './photo-files.ts'
import { starsSchema } from './rating.ts'

export const REVIEW_LISTS = ['all', 'reported', 'hidden'] as const
export type ReviewListKind = (typeof REVIEW_LISTS)[number]

/**
 * A review without its author. `reports`: drivers' reports since the last decision. `changed`: edited by its author
 * after it was hidden.
 */
export const operatorReviewSchema = v.object({
  review_id: uuid,
  park_code: v.string(),
  stars: starsSchema,
  text: v.nullable(v.string()),
  answer: v.nullable(v.string()),
  hidden: v.nullable(v.string()),
  changed: v.boolean(),
  /** Served while the review is shown; absent if there is none. */
  photo: v.exactOptional(photoFilesSchema),
  reports: v.array(v.object({ kind: v.picklist(REVIEW_REPORTS), count: v.number() })),
  /** Objection of the car park's operator; `decided`: a moderator has decided since. */
  objection: v.nullable(v.object({ kind: v.picklist(REVIEW_REPORTS), decided: v.boolean() })),
  created_at: instantText,
  updated_at: instantText,
})
export type OperatorReviewWire = v.InferOutput<typeof operatorReviewSchema>
export const operatorReviewList = listOf(operatorReviewSchema)
export const operatorReviewSingle = single(operatorReviewSchema)
export const operatorReviewQuery = v.object({ ...pageQuery, show: v.optional(v.picklist(REVIEW_LISTS), 'all') })
export const reviewParam = v.object({ id: uuid })

/** Null withdraws the answer. */
export const reviewAnswerBody = v.pipe(
  v.strictObject({ answer: v.nullable(operatorText(REVIEW_TEXT_MAX)) }),
  v.examples([{ answer: 'Thank you. The upper level has wider ramps.' }, { answer: null }]),
)
/** The operator's objection to a review of its car park. */
export const reviewObjectionBody = v.pipe(
  v.strictObject({ kind: v.picklist(REVIEW_REPORTS) }),
  v.examples([{ kind: 'personal' }]),
)
const REASON_MAX = 300
export const hiddenReason = operatorText(REASON_MAX)
/** The author is shown the reason for hiding. */
export const reviewStatusBody = v.pipe(
  v.variant('status', [
    v.strictObject({ status: v.literal('hidden'), reason: hiddenReason }),
    v.strictObject({ status: v.literal('published') }),
  ]),
  v.examples([{ status: 'hidden', reason: 'It names a person.' }, { status: 'published' }]),
)
export type ReviewStatusBody = v.InferOutput<typeof reviewStatusBody>
