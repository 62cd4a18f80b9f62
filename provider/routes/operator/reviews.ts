import { Hono } from 'hono'
import {
  operatorReviewList,
  operatorReviewQuery,
  operatorReviewSingle,
  reviewAnswerBody,
  reviewObjectionBody,
  reviewParam,
  reviewStatusBody,
} from '../../../src/contract/operator-reviews.ts'
import type { OperatorAction } from '../../../src/contract/operator.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { listModerated } from '../../repositories/reviews.ts'
import type { Objection, Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import {
  answerReview,
  type Moderated,
  moderateReview,
  objectToReview,
  toOperatorReviewWire,
} from '../../services/reviews.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, type Changed, describeOperator, NO_STORE, toPage } from './answer.ts'
import { REVIEW_EXAMPLE } from './examples-places.ts'

function toChanged(
  done: Result<Moderated, Objection>,
  action: OperatorAction,
  details: Readonly<Record<string, unknown>>,
): Result<Changed<object>, Refusal> {
  if (!done.ok) return err<Refusal>(done.error)
  const { review, isChanged } = done.value
  const change = { action, subject: review.review_id, details }
  return ok({ data: toOperatorReviewWire(review), change: isChanged ? change : null })
}

function addModeration(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.put(
    '/operator/reviews/:id/status',
    describeOperator(deps, {
      summary: 'Hide a review, or show it again; its author reads why',
      answers: { 200: operatorReviewSingle },
      example: REVIEW_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'moderation'),
    validate('param', reviewParam),
    validate('json', reviewStatusBody),
    (c) => {
      const [{ id: reviewId }, decision] = [c.req.valid('param'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, at) =>
          toChanged(await moderateReview(tx, { reviewId, decision, ...at }), 'review.moderate', { ...decision }),
      })
    },
  )
}

function addObjection(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.put(
    '/operator/reviews/:id/objection',
    describeOperator(deps, {
      summary: 'Report a review to Baywise, where a person decides',
      answers: { 200: operatorReviewSingle },
      example: REVIEW_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'reviews'),
    validate('param', reviewParam),
    validate('json', reviewObjectionBody),
    (c) => {
      const [{ id: reviewId }, body] = [c.req.valid('param'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, at) =>
          toChanged(await objectToReview(tx, { reviewId, ...body, ...at }), 'review.object', { ...body }),
      })
    },
  )
}

/** Operators read and answer reviews of their car parks; only the platform's moderators can hide a review. */
export function operatorReviewRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'reviews')
  addModeration(routes, deps)
  addObjection(routes, deps)

  routes.get(
    '/operator/reviews',
    describeOperator(deps, {
      summary: 'Reviews of car parks, what changed last first',
      answers: { 200: operatorReviewList },
    }),
    operator,
    validate('query', operatorReviewQuery),
    async (c) => {
      const { show, ...asked } = c.req.valid('query')
      const paged = { limit: asked.size, offset: (asked.page - 1) * asked.size }
      const { rows, total } = await listModerated(deps.db, { show, within: c.get('operator').parks, ...paged })
      return c.json(toPage(rows.map(toOperatorReviewWire), total, asked), 200, NO_STORE)
    },
  )

  routes.put(
    '/operator/reviews/:id/answer',
    describeOperator(deps, {
      summary: 'Answer a review, for all to read; null takes the answer back',
      answers: { 200: operatorReviewSingle },
      example: REVIEW_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('param', reviewParam),
    validate('json', reviewAnswerBody),
    (c) => {
      const [{ id: reviewId }, body] = [c.req.valid('param'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, at) =>
          toChanged(await answerReview(tx, { reviewId, ...body, ...at }), 'review.answer', { ...body }),
      })
    },
  )
  return routes
}
