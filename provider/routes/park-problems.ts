import { Hono } from 'hono'
import { parkProblemBody, parkProblemSingle, type ParkProblemWire } from '../../src/contract/park-problems.ts'
import { HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt } from '../repositories/attempts.ts'
import { insertParkProblem } from '../repositories/park-problems.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { findParkOfPath } from './park-of-path.ts'
import { requireUser } from './guards/require-user.ts'

/** Of one driver: enough for a bad day, too few to fill a table. What is over waits on the phone. */
const REPORTS_AN_HOUR = 10

/** POST /parks/{park}/problems: a driver tells what is wrong. Nothing on the park changes by it; a person reads it. */
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
      const { kind, text } = c.req.valid('json')
      const userId = c.get('userId')
      const nowMs = deps.clock.now()
      return idempotent(
        c,
        deps,
        onSql(deps, async (tx) => {
          const reports = await countAttempt(tx, { bucket: `problem:${userId}`, windowMs: HOUR_MS, nowMs })
          if (reports.count > REPORTS_AN_HOUR)
            return problem(c, 'rate_limited', { retryAfterSeconds: Math.ceil((reports.resetsMs - nowMs) / 1000) })
          const problemId = uuid7(nowMs, deps.random)
          await insertParkProblem(tx, { problemId, parkId: park.id, userId, kind, text, nowMs })
          const wire: ParkProblemWire = {
            problem_id: problemId,
            park_id: park.id,
            kind,
            text,
            created_at: toRfc3339(toInstant(nowMs)),
          }
          return c.json({ data: wire }, 201)
        }),
      )
    },
  )
  return routes
}
