import { type Context, Hono } from 'hono'
import { parkProblemBody, parkProblemSingle } from '../../src/contract/park-problems.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import { toJpeg } from '../rules/jpeg.ts'
import { reportProblem } from '../services/park-problems.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { findParkOfPath } from './park-of-path.ts'
import { requireUser } from './guards/require-user.ts'

/** Per driver. The phone keeps further reports until the limit resets. */
const PHOTOS_A_DAY = 10

/**
 * Re-encodes the photo before the transaction, which would otherwise hold a connection meanwhile. A known key has
 * already been answered.
 */
async function drawPhoto(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  base64: string | undefined,
): Promise<Result<Buffer | undefined, Response>> {
  if (base64 === undefined) return ok(undefined)
  const invalid = () => err(problem(c, 'validation_failed', { fields: [{ field: 'photo', code: 'invalid' }] }))
  const jpeg = toJpeg(base64)
  if (jpeg === undefined) return invalid()
  const nowMs = deps.clock.now()
  const attempt = { bucket: `problem-photo:${c.get('userId')}`, windowMs: DAY_MS, nowMs }
  const { count, resetsMs } = await countAttempt(deps.db, attempt)
  if (count > PHOTOS_A_DAY)
    return err(problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) }))
  const { toReportPhoto } = await import('../services/report-photo.ts')
  const drawn = await toReportPhoto(jpeg)
  return drawn === undefined ? invalid() : ok(drawn)
}

/**
 * POST /parks/{park}/problems: reports a problem. Nothing about the park changes; attendants and office staff read the
 * report.
 */
export function parkProblemRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post(
    '/parks/:park/problems',
    describe(
      {
        tag: 'parks',
        summary: 'Report a problem at a park, by its id, slug or code',
        answers: { 201: parkProblemSingle },
        secured: true,
        idempotent: true,
      },
      deps.config,
    ),
    requireUser(deps),
    validate('json', parkProblemBody),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      if (park === undefined) return problem(c, 'park_not_found')
      const { photo: sent, ...body } = c.req.valid('json')
      // Guest accounts are free to create, so guests may only report about a booking that they have.
      if (c.get('isGuest') && body.booking_id === undefined) return problem(c, 'guest_not_allowed')
      const photo = await drawPhoto(c, deps, sent)
      if (!photo.ok) return photo.error
      const told = { parkId: park.id, userId: c.get('userId'), body, photo: photo.value, nowMs: deps.clock.now() }
      return idempotent(
        c,
        deps,
        onSql(deps, async (tx) => {
          const reported = await reportProblem(tx, told, deps.random)
          if (reported.ok) return c.json({ data: reported.value }, 201)
          const { error } = reported
          switch (error.code) {
            case 'rate_limited':
              return problem(c, 'rate_limited', { retryAfterSeconds: error.retryAfterSeconds })
            case 'booking_not_found':
              return problem(c, error.code)
            default:
              return unreachable(error)
          }
        }),
      )
    },
  )
  return routes
}
