import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes, routePath } from 'hono/route'
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { Log } from '../../src/lib/log.ts'
import { timeOfUuid7 } from '../../src/lib/uuid7.ts'
import type { AppEnv } from './app-env.ts'
import type { Metrics } from './metrics.ts'
import { findIdempotencyKey } from './request-context.ts'

/** Refusals an operator looks for: failed sign-ins, denied access, guesses, exceeded limits. */
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
  'second_factor_paused',
  'rate_limited',
  'payload_too_large',
  'guest_not_allowed',
  'access_code_wrong',
  'gift_not_found',
  'coupon_not_found',
])

const isForMany = (path: string): boolean => path.endsWith('*')

/** The route's pattern, even when middleware in front of all routes refused the request. */
function routeOf(c: Context<AppEnv>): string {
  const answered = routePath(c)
  if (!isForMany(answered)) return answered
  return matchedRoutes(c).findLast(({ path }) => !isForMany(path))?.path ?? answered
}

/**
 * Seconds from the tap to the request that took effect: a phone makes a request's key when the driver acts, and keeps
 * it until there is a connection. Undefined when the request had no effect, or when its answer is replayed. Zero for a
 * phone whose clock is ahead.
 */
function waitedSeconds(c: Context<AppEnv>): number | undefined {
  if (!c.res.ok || c.req.method === 'GET' || c.res.headers.has('idempotent-replayed')) return undefined
  const madeMs = timeOfUuid7(findIdempotencyKey(c) ?? '')
  return madeMs === undefined ? undefined : Math.max(0, c.get('receivedMs') - madeMs) / 1_000
}

/**
 * The account, key or device that was refused or signed in, by id, so that an attack can be traced. Other requests are
 * logged without their caller.
 */
function whoOf(c: Context<AppEnv>): { readonly by?: string; readonly session?: string } {
  // Set by a guard or a sign-in, so it is missing when the request reached neither.
  const by: string | undefined = c.get('scope')
  const session = c.get('openedSession')
  if (by === undefined || (session === undefined && c.get('problem') === undefined)) return {}
  return session === undefined ? { by } : { by, session }
}

/** Counts and logs each request by its route's pattern, since a path may identify a person. */
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
    const route = routeOf(c)
    metrics.observe({ method, route, status, durationMs, code })
    const seconds = waitedSeconds(c)
    if (seconds !== undefined) metrics.observeWait({ method, route, seconds })
    const facts = {
      request: c.get('requestId'),
      method,
      route,
      status,
      duration_ms: Math.round(durationMs),
      ...whoOf(c),
    }
    if (code !== undefined && NOTABLE.has(code)) log.warn('request.refused', { ...facts, code })
    else log.info('request', code === undefined ? facts : { ...facts, code })
  }
}

/** Wraps a log so that its warnings and errors are counted. */
export const countEvents = (log: Log, { noteEvent }: Pick<Metrics, 'noteEvent'>): Log => ({
  info: (event, facts) => log.info(event, facts),
  warn: (event, facts) => {
    noteEvent('warn', event)
    log.warn(event, facts)
  },
  error: (event, facts) => {
    noteEvent('error', event)
    log.error(event, facts)
  },
})
