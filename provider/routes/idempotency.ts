import { Hono } from 'hono'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { replay } from '../http/idempotent.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from '../http/require-user.ts'
import { userScope } from './bookings.ts'

/**
 * What became of a request whose answer was lost: the stored answer with its own status, 409 while the request is still at
 * work, 404 when it had no effect.
 */
export function idempotencyRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/idempotency/:key',
    describe(
      {
        tag: 'service',
        summary: 'The stored answer of one of the driver’s requests, by its Idempotency-Key',
        answers: {},
        secured: true,
      },
      deps.config,
    ),
    requireUser(deps),
    async (c) => {
      const key = c.req.param('key')
      const scope = userScope(c.get('userId'))
      const { state } = await deps.store.beginIdempotent({ scope, key, fingerprint: '' })
      if (state === 'in_progress') return problem(c, 'idempotency_in_progress', { retryAfterSeconds: 1 })
      const answer = await deps.store.findAnswer(scope, key)
      return answer === undefined ? problem(c, 'not_found') : replay(c, { key }, answer)
    },
  )
  return routes
}
