import { Hono } from 'hono'
import {
  decideRequestBody,
  requestParam,
  spaceRequestList,
  spaceRequestQuery,
  spaceRequestSingle,
} from '../../../src/contract/operator-requests.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { countSpaceRequests, listSpaceRequests } from '../../repositories/space-requests.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { decideRequest, loadForDecision, toRequestWire } from '../../services/space-requests.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, toPage } from './answer.ts'
import { REQUEST_EXAMPLE } from './examples-places.ts'

/** Spaces and chargers that people offer to rent out; once approved, they become car parks. */
export function operatorRequestRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'requests')

  routes.get(
    '/operator/requests',
    describeOperator(deps, {
      summary: 'Spaces and chargers that people offer, the oldest open one first',
      answers: { 200: spaceRequestList },
    }),
    operator,
    validate('query', spaceRequestQuery),
    async (c) => {
      const { status, ...asked } = c.req.valid('query')
      const [rows, total] = await Promise.all([
        listSpaceRequests(deps.db, status, { limit: asked.size, offset: (asked.page - 1) * asked.size }),
        countSpaceRequests(deps.db, status),
      ])
      return c.json(toPage(rows.map(toRequestWire), total, asked), 200, NO_STORE)
    },
  )

  routes.put(
    '/operator/requests/:id/status',
    describeOperator(deps, {
      summary: 'Approve a request, which makes it a car park, or refuse it; whoever asked gets an email',
      answers: { 200: spaceRequestSingle },
      example: REQUEST_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('param', requestParam),
    validate('json', decideRequestBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const decision = c.req.valid('json')
      // Before the transaction, because it reads a file.
      const findZone = await loadForDecision()
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const done = await decideRequest(tx, { id, decision, nowMs, findZone })
          if (!done.ok) return err<Refusal>(done.error)
          const { request, isChanged } = done.value
          const change = { action: 'request.decide' as const, subject: id, details: decision }
          return ok({ data: toRequestWire(request), change: isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
