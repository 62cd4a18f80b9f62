import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { Log } from '../../src/lib/log.ts'
import type { AppEnv } from './app-env.ts'
import type { Metrics } from './metrics.ts'

/** Refusals that an operator looks for: a failed sign-in, a closed door, a limit. */
const NOTABLE: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'unauthorized',
  'forbidden',
  'token_invalid',
  'refresh_reused',
  'account_disabled',
  'device_unpaired',
  'social_token_invalid',
  'passkey_invalid',
  'password_wrong',
  'code_invalid',
  'rate_limited',
  'payload_too_large',
])

/** Counts each request and writes a line of it: by the route's pattern, since a path may name somebody. */
export function observeRequests({
  metrics,
  log,
}: {
  readonly metrics: Metrics
  readonly log: Log
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const durationMs = performance.now() - start
    const [method, status, code] = [c.req.method, c.res.status, c.get('problem')]
    metrics.observe({ method, status, durationMs, code })
    const facts = {
      request: c.get('requestId'),
      method,
      route: routePath(c),
      status,
      duration_ms: Math.round(durationMs),
    }
    if (code !== undefined && NOTABLE.has(code)) log.warn('request.refused', { ...facts, code })
    else log.info('request', code === undefined ? facts : { ...facts, code })
  }
}
