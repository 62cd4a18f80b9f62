import { Hono } from 'hono'
import * as v from 'valibot'
import { gatewayName } from '../../src/contract/payments.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { acceptWebhook } from '../services/payments-webhook.ts'

const received = v.object({ received: v.literal(true) })

/**
 * POST /webhooks/{gateway}: verifies the raw bytes, the only thing that a signature covers, and answers 200 before any
 * call to the gateway.
 */
export function webhookRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post(
    '/webhooks/:gateway',
    describe(
      { tag: 'payments', summary: 'News from a gateway, signed by it', answers: { 200: received } },
      deps.config,
    ),
    async (c) => {
      const name = v.safeParse(gatewayName, c.req.param('gateway'))
      if (!name.success) return problem(c, 'not_found')
      const accepted = await acceptWebhook(deps, name.output, {
        body: new Uint8Array(await c.req.arrayBuffer()),
        headers: c.req.raw.headers,
        nowMs: deps.clock.now(),
      })
      if (accepted.ok) return c.json({ received: true as const })
      if (accepted.error === 'unknown_gateway') return problem(c, 'not_found')
      return problem(c, accepted.error === 'malformed' ? 'validation_failed' : 'forbidden')
    },
  )
  return routes
}
