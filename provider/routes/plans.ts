import type { Context } from 'hono'
import { Hono } from 'hono'
import {
  changeSubscriptionBody,
  planList,
  planListQuery,
  subscribeBody,
  subscriptionList,
  subscriptionSingle,
} from '../../src/contract/plans.ts'
import type { Result } from '../../src/lib/result.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { listPlans } from '../repositories/plans.ts'
import { listSubscriptions, type SubscriptionRow } from '../repositories/subscriptions.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { toPlanWire, toSubscriptionWire } from '../services/plan-wire.ts'
import { changePlanOf, subscribe } from '../services/plans.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { refuse } from './refuse.ts'

const answerWith = (
  c: Context<AppEnv>,
  deps: ProviderDeps,
  work: (tx: Queryable) => Promise<Result<SubscriptionRow, Refusal>>,
): Promise<Response> =>
  idempotent(
    c,
    deps,
    onSql(deps, async (tx) => {
      const done = await work(tx)
      return done.ok
        ? c.json({ data: toSubscriptionWire(done.value) }, c.req.method === 'POST' ? 201 : 200)
        : refuse(c, done.error)
    }),
  )

/** Plans by country, and the driver's own. Browsing needs no account. */
export function planRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const say = (route: Omit<Parameters<typeof describe>[0], 'tag'>) => describe({ tag: 'plans', ...route }, deps.config)

  routes.get(
    '/plans',
    say({ summary: 'Plans of a country', answers: { 200: planList } }),
    validate('query', planListQuery),
    async (c) => c.json({ items: (await listPlans(deps.db, c.req.valid('query').country)).map(toPlanWire) }),
  )

  routes.get(
    '/subscriptions',
    say({ summary: 'The driver’s plans, newest first', answers: { 200: subscriptionList }, secured: true }),
    user,
    async (c) =>
      c.json({ items: (await listSubscriptions(deps.db, c.get('userId'))).map(toSubscriptionWire) }, 200, {
        'cache-control': 'no-store',
      }),
  )

  routes.post(
    '/subscriptions',
    say({
      summary: 'Begin a plan: its first month is paid from the wallet',
      answers: { 201: subscriptionSingle },
      ...{ secured: true, idempotent: true },
    }),
    user,
    validate('json', subscribeBody),
    (c) => {
      const wish = { userId: c.get('userId'), body: c.req.valid('json') }
      return answerWith(c, deps, (tx) => subscribe(tx, deps, { ...wish, nowMs: deps.clock.now() }))
    },
  )

  routes.put(
    '/subscriptions/:id',
    say({
      summary: 'Cancel a plan with the end of its paid month, take that back, or choose how the next month is paid',
      answers: { 200: subscriptionSingle },
      ...{ secured: true, idempotent: true },
    }),
    user,
    validate('json', changeSubscriptionBody),
    (c) => {
      const subscriptionId = c.req.param('id')
      if (!isUuid(subscriptionId)) return problem(c, 'not_found')
      const wish = { userId: c.get('userId'), subscriptionId, body: c.req.valid('json') }
      return answerWith(c, deps, (tx) => changePlanOf(tx, { ...wish, nowMs: deps.clock.now() }))
    },
  )

  return routes
}
