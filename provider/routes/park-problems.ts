import { Hono } from 'hono'
import { parkProblemBody, parkProblemSingle } from '../../src/contract/park-problems.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { reportProblem } from '../services/park-problems.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { findParkOfPath } from './park-of-path.ts'
import { requireUser } from './guards/require-user.ts'

/** POST /parks/{park}/problems: a driver tells what is wrong. Nothing on the park changes by it; people read it, at the gate and at a desk. */
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
      const body = c.req.valid('json')
      // Guests cost nothing: what they tell is about a booking that they have.
      if (c.get('isGuest') && body.booking_id === undefined) return problem(c, 'guest_not_allowed')
      const told = { parkId: park.id, userId: c.get('userId'), body, nowMs: deps.clock.now() }
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
            case 'no_photo':
              return problem(c, 'validation_failed', { fields: [{ field: 'photo', code: 'invalid' }] })
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
