import type { Context } from 'hono'
import { Hono } from 'hono'
import * as v from 'valibot'
import { bookingSingle } from '../../src/contract/bookings.ts'
import { pageQuery, uuid } from '../../src/contract/common.ts'
import { reviewBody, reviewList, reviewReportBody } from '../../src/contract/reviews.ts'
import { reviewReportSingle } from '../../src/contract/rating.ts'
import { toBookingId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import { lockBooking } from '../repositories/bookings.ts'
import { findRating, listShownReviews } from '../repositories/reviews.ts'
import { toBookingWire } from '../services/booking-wire.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { reportReview, type ReviewRefusal, reviewStay, type SaidReview, toReviewWire } from '../services/reviews.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { findParkOfPath } from './park-of-path.ts'

/** Per driver, allowing for retakes. */
const PHOTOS_A_DAY = 20

const refused = (c: Context<AppEnv>, refusal: ReviewRefusal): Response =>
  problem(c, refusal.code, 'retryAfterSeconds' in refusal ? { retryAfterSeconds: refusal.retryAfterSeconds } : {})

/** Null `review`: it is withdrawn. */
const putReviewOf = (
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { bookingId, review }: { readonly bookingId: string; readonly review: SaidReview | null },
): Promise<Response> => {
  return idempotent(
    c,
    deps,
    onSql(deps, async (tx) => {
      const id = isUuid(bookingId) ? toBookingId(bookingId) : undefined
      const booking = id === undefined ? undefined : await lockBooking(tx, c.get('userId'), id)
      if (booking === undefined) return problem(c, 'booking_not_found')
      const done = await reviewStay(tx, { booking, review, nowMs: deps.clock.now(), random: deps.random })
      return done.ok ? c.json({ data: toBookingWire(done.value) }) : refused(c, done.error)
    }),
  )
}

/**
 * Re-encodes a photo before the transaction, which would otherwise hold a connection meanwhile. A known key has already
 * been answered.
 */
async function putSaid(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { photo, ...said }: v.InferOutput<typeof reviewBody>,
): Promise<Response> {
  const bookingId = c.req.param('id') ?? ''
  if (photo === undefined || photo === null)
    return putReviewOf(c, deps, { bookingId, review: photo === undefined ? said : { ...said, photo } })
  const [userId, nowMs] = [c.get('userId'), deps.clock.now()]
  const counted = await countAttempt(deps.db, { bucket: `review-photo:${userId}`, windowMs: DAY_MS, nowMs })
  if (counted.count > PHOTOS_A_DAY)
    return problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset(counted, nowMs) })
  const { toPhoto } = await import('../services/photo-picture.ts')
  const drawn = await toPhoto(Buffer.from(photo.jpeg, 'base64'))
  if (!drawn.ok) return problem(c, drawn.error, { fields: [{ field: 'photo', code: drawn.error }] })
  return putReviewOf(c, deps, { bookingId, review: { ...said, photo: { photoId: photo.photo_id, ...drawn.value } } })
}

function addOwn(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)
  const say = (summary: string) =>
    describe(
      { tag: 'bookings', summary, answers: { 200: bookingSingle }, secured: true, idempotent: true },
      deps.config,
    )

  routes.put(
    '/bookings/:id/review',
    say('Say of a stay that is over how the car park was, or change what was said'),
    user,
    validate('json', reviewBody),
    (c) => putSaid(c, deps, c.req.valid('json')),
  )

  routes.delete('/bookings/:id/review', say('Take a review back'), user, (c) =>
    putReviewOf(c, deps, { bookingId: c.req.param('id'), review: null }),
  )
}

/** Drivers' reviews of car parks where they have parked. Reading needs no account. */
export function reviewRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  addOwn(routes, deps)

  routes.get(
    '/parks/:park/reviews',
    describe(
      { tag: 'parks', summary: 'Reviews of a car park, the latest first', answers: { 200: reviewList } },
      deps.config,
    ),
    validate('query', v.object(pageQuery)),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      if (park === undefined) return problem(c, 'park_not_found')
      const { page, size } = c.req.valid('query')
      const [rows, rating] = await Promise.all([
        listShownReviews(deps.db, { parkId: park.id, limit: size, offset: (page - 1) * size }),
        findRating(deps.db, park.id),
      ])
      const total = rating?.count ?? 0
      const pages = Math.max(1, Math.ceil(total / size))
      return c.json({ items: rows.map(toReviewWire), total, page, size, pages, rating })
    },
  )

  routes.put(
    '/reviews/:id/report',
    describe(
      {
        tag: 'parks',
        summary: 'Tell of a review that should not be there; of each driver one counts',
        answers: { 200: reviewReportSingle },
        secured: true,
        idempotent: true,
      },
      deps.config,
    ),
    requireUser(deps),
    validate('param', v.object({ id: uuid })),
    validate('json', reviewReportBody),
    (c) => {
      const report = { reviewId: c.req.valid('param').id, userId: c.get('userId'), kind: c.req.valid('json').kind }
      return idempotent(
        c,
        deps,
        onSql(deps, async (tx) => {
          const done = await reportReview(tx, { ...report, nowMs: deps.clock.now() })
          return done.ok ? c.json({ data: { review_id: report.reviewId, kind: report.kind } }) : refused(c, done.error)
        }),
      )
    },
  )
  return routes
}
