import { Hono } from 'hono'
import {
  pushKeySingle,
  pushSubscriptionBody,
  pushSubscriptionsAnswer,
  pushSubscriptionSingle,
  type PushSubscriptionWire,
} from '../../src/contract/push.ts'
import { type Instant, toRfc3339 } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe, type RouteDescription } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import {
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  type PushSubscriptionRow,
  putSubscription,
} from '../repositories/push-subscriptions.ts'
import { getVapidKeys, isPushEndpoint } from '../push/push-sender.ts'

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : toRfc3339(instant))

const toWire = (row: PushSubscriptionRow): PushSubscriptionWire => ({
  subscription_id: row.subscription_id,
  language: row.language,
  timezone: row.timezone,
  quiet_hours:
    row.quiet_from === null || row.quiet_to === null ? null : { from_minute: row.quiet_from, to_minute: row.quiet_to },
  created_at: toRfc3339(row.created_at),
  last_sent_at: timeOrNull(row.last_sent_at),
  last_failed_at: timeOrNull(row.last_failed_at),
})

const describePush = (
  { config }: ProviderDeps,
  about: Pick<RouteDescription, 'summary' | 'answers'> & { readonly isPublic?: boolean },
) => describe({ tag: 'push', summary: about.summary, answers: about.answers, secured: about.isPublic !== true }, config)

/** One of the driver's devices: reads its state, or ends its subscription. */
function oneSubscription(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)

  routes.get(
    '/push/subscriptions/:id',
    describePush(deps, { summary: 'What became of a device’s subscription', answers: { 200: pushSubscriptionSingle } }),
    user,
    async (c) => {
      const row = await findSubscription(deps.db, c.get('userId'), c.req.param('id'))
      return row === undefined ? problem(c, 'not_found') : c.json({ data: toWire(row) })
    },
  )

  routes.delete(
    '/push/subscriptions/:id',
    describePush(deps, { summary: 'Remind this device no more', answers: { 204: null } }),
    user,
    async (c) =>
      (await deleteSubscription(deps.db, c.get('userId'), c.req.param('id')))
        ? c.body(null, 204)
        : problem(c, 'not_found'),
  )
}

/** Devices subscribed to reminders. */
export function pushRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)

  routes.get(
    '/push/key',
    describePush(deps, {
      summary: 'The key that a browser subscribes with',
      answers: { 200: pushKeySingle },
      isPublic: true,
    }),
    async (c) => c.json({ data: { public_key: (await getVapidKeys(deps.db)).publicKey } }),
  )

  routes.get(
    '/push/subscriptions',
    describePush(deps, {
      summary: 'The driver’s devices, the oldest first',
      answers: { 200: pushSubscriptionsAnswer },
    }),
    user,
    async (c) => c.json({ data: (await listSubscriptions(deps.db, c.get('userId'))).map(toWire) }),
  )

  routes.post(
    '/push/subscriptions',
    describePush(deps, {
      summary: 'Remind this device; the same endpoint again changes language, zone and quiet hours',
      answers: { 201: pushSubscriptionSingle },
    }),
    user,
    validate('json', pushSubscriptionBody),
    async (c) => {
      const { endpoint, keys, language, timezone, quiet_hours: quiet = null } = c.req.valid('json')
      if (!isPushEndpoint(endpoint, deps.config)) {
        return problem(c, 'validation_failed', { fields: [{ field: 'endpoint', code: 'invalid' }] })
      }
      const nowMs = deps.clock.now()
      const row = await deps.db.transaction((tx) =>
        putSubscription(tx, {
          ...{ subscription_id: uuid7(nowMs), user_id: c.get('userId'), endpoint, ...keys, language, timezone },
          family_id: c.get('sessionId'),
          quiet_from: quiet?.from_minute ?? null,
          quiet_to: quiet?.to_minute ?? null,
          nowMs,
        }),
      )
      return c.json({ data: toWire(row) }, 201)
    },
  )

  oneSubscription(routes, deps)
  return routes
}
