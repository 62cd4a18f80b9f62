/**
 * Reviews in an operator's console: reading, answering and reporting, never hiding. Nothing of it is stored on the
 * phone.
 */
import type { Page } from '../contract/common.ts'
import { operatorReviewList, operatorReviewSingle, type OperatorReviewWire } from '../contract/operator-reviews.ts'
import type { ReviewReport } from '../domain/review.ts'
import type { Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

const PAGE = 20

/** `about`: which list, and its page. */
export const loadReviews = (about: string): Promise<Result<Page<OperatorReviewWire>, ActionError>> => {
  const [show, page] = about.split(' ')
  return readOperator({
    ...{ method: 'GET', path: '/reviews', query: { show, page, size: PAGE }, schema: operatorReviewList },
  })
}

const reviewPath = (id: string, rest: string): string => `/reviews/${encodeURIComponent(id)}/${rest}`

/** Null withdraws the answer. */
export const answerReview = (id: string, answer: string | null) =>
  changeOperator({ method: 'PUT', path: reviewPath(id, 'answer'), body: { answer }, schema: operatorReviewSingle })

export const objectToReview = (id: string, kind: ReviewReport) =>
  changeOperator({ method: 'PUT', path: reviewPath(id, 'objection'), body: { kind }, schema: operatorReviewSingle })
