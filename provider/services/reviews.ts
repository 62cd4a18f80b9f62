import type { OperatorReviewWire, ReviewStatusBody } from '../../src/contract/operator-reviews.ts'
import type { ReviewWire } from '../../src/contract/reviews.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { authorName, type Review, reviewableNow, type ReviewReport } from '../../src/domain/review.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import { type BookingRow, mustBooking } from '../repositories/bookings.ts'
import {
  findAuthor,
  findReviewId,
  hasReviewOfVisit,
  isOwnPark,
  lockModerated,
  lockRating,
  type ModeratedRow,
  noteReviewed,
  putAnswer,
  putHidden,
  putObjection,
  putReport,
  putReview,
  type ShownReviewRow,
  takeReviewBack,
  touchReview,
} from '../repositories/reviews.ts'
import { type NewReviewPhoto, putReviewPhoto } from '../repositories/review-photos.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import { photoOnWire } from '../rules/photo-wire.ts'
import type { Objection } from '../rules/refusal.ts'
import { toBookingWire } from './booking-wire.ts'

/** Per driver: enough to get the wording right, too few to burden moderators. */
const WRITES_AN_HOUR = 20
const REPORTS_A_DAY = 20

export type ReviewRefusal =
  | { readonly code: 'review_refused' | 'not_found' | 'guest_not_allowed' }
  | { readonly code: 'rate_limited'; readonly retryAfterSeconds: number }

async function checkRate(
  tx: Queryable,
  attempt: { readonly bucket: string; readonly windowMs: number; readonly nowMs: number },
  limit: number,
): Promise<Result<null, ReviewRefusal>> {
  const counted = await countAttempt(tx, attempt)
  if (counted.count <= limit) return ok(null)
  return err({ code: 'rate_limited', retryAfterSeconds: secondsToReset(counted, attempt.nowMs) })
}

/** `photo`: re-encoded; null for none; when omitted, the existing one stays. */
export interface SaidReview extends Pick<Review, 'stars' | 'text'> {
  readonly photo?: NewReviewPhoto | null
}

export interface Reviewing {
  /** The booking, whose row is locked. */
  readonly booking: BookingRow
  /** Null to take the review back. */
  readonly review: SaidReview | null
  readonly nowMs: number
  readonly random: () => number
}

async function write(
  tx: Queryable,
  { booking, nowMs, random }: Reviewing,
  review: SaidReview,
): Promise<boolean | null> {
  const { booking_id: bookingId, park_id: parkId, user_id: userId } = booking
  await lockRating(tx, parkId)
  if (reviewableNow(toBookingWire(booking), nowMs) !== 'open') return null
  if (await isOwnPark(tx, userId, parkId)) return null
  if (await hasReviewOfVisit(tx, bookingId)) return null
  const isSaid = await putReview(tx, { reviewId: uuid7(nowMs, random), bookingId, parkId, userId, ...review, nowMs })
  if (review.photo === undefined) return isSaid
  const reviewId = await findReviewId(tx, bookingId)
  const isShown = await putReviewPhoto(tx, { reviewId, photo: review.photo, nowMs })
  if (isShown && !isSaid) await touchReview(tx, bookingId, nowMs)
  return isSaid || isShown
}

/** Writes or removes a stay's review and returns the booking. Repeating the current state changes nothing. */
export async function reviewStay(tx: Queryable, asked: Reviewing): Promise<Result<BookingRow, ReviewRefusal>> {
  const { booking, review, nowMs } = asked
  const { user_id: userId, booking_id: bookingId, park_id: parkId } = booking
  const rate = await checkRate(tx, { bucket: `review:${userId}`, windowMs: HOUR_MS, nowMs }, WRITES_AN_HOUR)
  if (!rate.ok) return rate
  if (review === null) await lockRating(tx, parkId)
  const isChanged = review === null ? await takeReviewBack(tx, bookingId, nowMs) : await write(tx, asked, review)
  if (isChanged === null) return err({ code: 'review_refused' })
  if (!isChanged) return ok(booking)
  await noteReviewed(tx, bookingId, nowMs)
  return ok(await mustBooking(tx, userId, bookingId))
}

/** Reports a review as inappropriate; a person decides. A repeated report only changes the reason. */
export async function reportReview(
  tx: Queryable,
  report: {
    readonly reviewId: string
    readonly userId: UserId
    readonly kind: ReviewReport
    readonly nowMs: number
  },
): Promise<Result<null, ReviewRefusal>> {
  const { reviewId, userId, nowMs } = report
  const rate = await checkRate(tx, { bucket: `review-report:${userId}`, windowMs: DAY_MS, nowMs }, REPORTS_A_DAY)
  if (!rate.ok) return rate
  const author = await findAuthor(tx, reviewId)
  if (author === undefined) return err({ code: 'not_found' })
  if (author === userId) return err({ code: 'review_refused' })
  await putReport(tx, report)
  return ok(null)
}

const timeOf = (ms: number): string => toRfc3339(toInstant(ms))

export const toReviewWire = (row: ShownReviewRow): ReviewWire => ({
  review_id: row.review_id,
  stars: row.stars,
  text: row.text,
  author: authorName(row.first_name, row.last_name),
  edited: row.updated_at > row.created_at,
  answer: row.answer === null ? null : { text: row.answer, at: timeOf(must(row.answered_at, 'time of an answer')) },
  ...photoOnWire(row.photo),
  created_at: timeOf(row.created_at),
})

export const toOperatorReviewWire = (row: ModeratedRow): OperatorReviewWire => ({
  ...{ review_id: row.review_id, park_code: row.park_code, stars: row.stars, text: row.text, answer: row.answer },
  ...{ hidden: row.hidden_reason, changed: row.changed, reports: row.reports, objection: row.objection },
  ...photoOnWire(row.photo),
  created_at: timeOf(row.created_at),
  updated_at: timeOf(row.updated_at),
})

async function findWithin(
  tx: Queryable,
  { reviewId, within }: { readonly reviewId: string; readonly within: Within },
): Promise<Result<ModeratedRow, Objection>> {
  const review = await lockModerated(tx, reviewId)
  return review !== undefined && isWithin(within, [review.park_id])
    ? ok(review)
    : err({ code: 'not_found', words: 'There is no such review, or its author took it back.' })
}

export interface Moderated {
  readonly review: ModeratedRow
  readonly isChanged: boolean
}

/** A moderator hides a review from all but its author, or shows it again; the author's phone learns the reason. */
export async function moderateReview(
  tx: Queryable,
  asked: {
    readonly reviewId: string
    readonly decision: ReviewStatusBody
    readonly within: Within
    readonly nowMs: number
  },
): Promise<Result<Moderated, Objection>> {
  const found = await findWithin(tx, asked)
  if (!found.ok) return found
  const { reviewId, decision, nowMs } = asked
  const reason = decision.status === 'hidden' ? decision.reason : null
  const { booking_id: bookingId, hidden_reason: before } = found.value
  // Written even when nothing else changes: it marks the reports as reviewed.
  await putHidden(tx, { reviewId, reason, nowMs })
  if (before !== reason) await noteReviewed(tx, bookingId, nowMs)
  return ok({ review: must(await lockModerated(tx, reviewId), 'review'), isChanged: before !== reason })
}

/** The operator of the car park answers a review publicly. */
export async function answerReview(
  tx: Queryable,
  asked: {
    readonly reviewId: string
    readonly answer: string | null
    readonly within: Within
    readonly nowMs: number
  },
): Promise<Result<Moderated, Objection>> {
  const found = await findWithin(tx, asked)
  if (!found.ok) return found
  const isChanged = found.value.answer !== asked.answer
  if (isChanged) await putAnswer(tx, asked)
  return ok({ review: must(await lockModerated(tx, asked.reviewId), 'review'), isChanged })
}

/**
 * The operator of the car park objects to a review; a person decides. A decision stands until the author changes the
 * review, so repeated objections have no effect.
 */
export async function objectToReview(
  tx: Queryable,
  asked: {
    readonly reviewId: string
    readonly kind: ReviewReport
    readonly within: Within
    readonly nowMs: number
  },
): Promise<Result<Moderated, Objection>> {
  const found = await findWithin(tx, asked)
  if (!found.ok) return found
  const { objection } = found.value
  const isChanged = objection === null || (!objection.decided && objection.kind !== asked.kind)
  if (isChanged) await putObjection(tx, asked)
  return ok({ review: must(await lockModerated(tx, asked.reviewId), 'review'), isChanged })
}
