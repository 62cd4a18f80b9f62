import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { errorReportSchema } from '../../src/contract/telemetry.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { rateLimit } from '../http/rate-limit.ts'
import { validate } from '../http/validate.ts'
import { keepErrorReport } from '../repositories/error-reports.ts'
import { networkOf } from '../rules/client-network.ts'

/** Fits the longest report in four-byte characters. */
const MAXIMUM_BYTES = 20_000
/** Per network; a phone sends the same error once. */
const PER_MINUTE = 60

/** POST /telemetry: unexpected errors on phones. Needs no account and stores neither user nor address. */
export function telemetryRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post(
    '/telemetry',
    bodyLimit({ maxSize: MAXIMUM_BYTES, onError: (c) => problem(c, 'payload_too_large') }),
    rateLimit({ perMinute: PER_MINUTE, clock: deps.clock, keyOf: (c) => networkOf(c.get('address')) }),
    describe({ tag: 'service', summary: 'Report an unexpected error', answers: { 202: null } }, deps.config),
    validate('json', errorReportSchema),
    async (c) => {
      const report = c.req.valid('json')
      const isNew = await keepErrorReport(deps.db, report, deps.clock.now())
      const { source, name, message, path } = report
      if (isNew) deps.log.warn('phone.error', { source, name, message, path })
      return c.body(null, 202)
    },
  )
  return routes
}
