import { Hono } from 'hono'
import {
  EVENT_GRANT_HEADER,
  eventAccessBody,
  eventAccessSingle,
  eventList,
  eventListQuery,
  eventSingle,
} from '../../src/contract/events.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, returnAttempt, secondsToReset } from '../repositories/attempts.ts'
import { findEvent, findPrivateEvent, listEvents } from '../repositories/events.ts'
import { networkOf } from '../rules/client-network.ts'
import { isOpenedBy } from '../rules/event-grant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { hashAccessCode } from '../services/events.ts'
import { toEventDetail, toEventWire } from '../services/event-wire.ts'

const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PER_NETWORK = 10

/**
 * Events with the car parks that keep spaces for them. A private event is opened by its access code and then shown to
 * that driver.
 */
export function eventRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const say = (route: Omit<Parameters<typeof describe>[0], 'tag'>) => describe({ tag: 'events', ...route }, deps.config)

  routes.get(
    '/events',
    say({ summary: 'Public events of a country that are not over, the soonest first', answers: { 200: eventList } }),
    validate('query', eventListQuery),
    async (c) => {
      const { country, page, size } = c.req.valid('query')
      const { rows, total } = await listEvents(deps.db, { country, page, size, nowMs: deps.clock.now() })
      return c.json({ items: rows.map(toEventWire), total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )

  routes.post(
    '/events/access',
    say({ summary: 'Open a private event by its access code', answers: { 200: eventAccessSingle } }),
    validate('json', eventAccessBody),
    async (c) => {
      const { db } = deps
      const bucket = `event-access:${networkOf(c.get('address'))}`
      const nowMs = deps.clock.now()
      const { count, resetsMs } = await countAttempt(db, { bucket, windowMs: WINDOW_MS, nowMs })
      if (count > WRONG_PER_NETWORK) {
        const retryAfterSeconds = secondsToReset({ resetsMs }, nowMs)
        return problem(c, 'rate_limited', { retryAfterSeconds })
      }
      const event = await findPrivateEvent(db, await hashAccessCode(db, c.req.valid('json').access_code))
      if (event === undefined || event.grant_token === null || event.ends_at <= nowMs)
        return problem(c, 'access_code_wrong')
      await returnAttempt(db, bucket)
      const data = { event: await toEventDetail(deps, event), grant: event.grant_token }
      return c.json({ data }, 200, { 'cache-control': 'no-store' })
    },
  )

  routes.get(
    '/events/:code',
    say({
      summary: 'One event; a private one needs what its access code was exchanged for',
      answers: { 200: eventSingle },
    }),
    async (c) => {
      const event = await findEvent(deps.db, c.req.param('code'))
      const isShown = event !== undefined && isOpenedBy(event, c.req.header(EVENT_GRANT_HEADER))
      return isShown ? c.json({ data: await toEventDetail(deps, event) }) : problem(c, 'event_not_found')
    },
  )

  return routes
}
