import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Problem } from '../../src/contract/common.ts'
import { givenUpSingle, type RequestFate, requestParam, requestSingle } from '../../src/contract/requests.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { refuseKey } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import type { KeyAt, RequestState } from '../repositories/idempotency.ts'

const parseAnswer = (body: string): unknown => (body === '' ? null : (JSON.parse(body) as unknown))
const parseRefusal = (body: string): Problem => JSON.parse(body) as Problem

/** Reports a refused request as withdrawn: neither takes effect when it is sent again. */
function toFate(key: string, found: RequestState): RequestFate {
  if (found.state === 'done')
    return { key, state: 'done', status: found.answer.status, answer: parseAnswer(found.answer.body) }
  if (found.state === 'refused') return { key, state: 'withdrawn', refusal: parseRefusal(found.answer.body) }
  return { key, state: found.state }
}

type Described = Parameters<typeof describe>[0]

/**
 * A driver's requests by their Idempotency-Key: the outcome of one whose answer was lost, and withdrawing one so that a
 * late copy with its key has no effect. Drivers only see their own requests: the scope is part of the key.
 */
export function requestRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const describeRequest = (route: Pick<Described, 'summary' | 'answers'>) =>
    describe({ tag: 'service', secured: true, ...route }, deps.config)
  const keyAt = (c: Context<AppEnv>, key: string): KeyAt => ({
    scope: c.get('scope'),
    key,
    nowMs: deps.clock.now(),
  })

  routes.get(
    '/requests/:key',
    describeRequest({ summary: 'What became of a request, by its Idempotency-Key', answers: { 200: requestSingle } }),
    user,
    validate('param', requestParam),
    async (c) => {
      const { key } = c.req.valid('param')
      return c.json({ data: toFate(key, await deps.store.lookAtRequest(keyAt(c, key))) })
    },
  )

  routes.delete(
    '/requests/:key',
    describeRequest({
      summary: 'Give a request up: it never has an effect, or has had it already; 409 while it is at work',
      answers: { 200: givenUpSingle },
    }),
    user,
    validate('param', requestParam),
    async (c) => {
      const { key } = c.req.valid('param')
      const found = await deps.store.withdrawRequest(keyAt(c, key))
      return found.state === 'in_progress' ? refuseKey(c, found.state) : c.json({ data: toFate(key, found) })
    },
  )
  return routes
}
