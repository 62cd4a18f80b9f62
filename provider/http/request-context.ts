import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { pickLanguage } from '../messages/language.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { AppEnv } from './app-env.ts'

const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Requests made in process (tests) have no socket, and no server `env`. */
function peerOf(c: Context<AppEnv>): string {
  if (c.env === undefined || !('incoming' in (c.env as object))) return 'unknown'
  return getConnInfo(c).remote.address ?? 'unknown'
}

/** Returns the request's Idempotency-Key. Undefined when it is missing or malformed. */
export function findIdempotencyKey(c: Context<AppEnv>): string | undefined {
  const key = c.req.header('idempotency-key')
  return key !== undefined && IDEMPOTENCY_KEY.test(key) ? key : undefined
}

/**
 * The first request-scoped middleware: request id and idempotency key (both always echoed), time, language, address.
 */
export function requestContext(options: {
  /** Finds the client's address from its socket and X-Forwarded-For. */
  readonly findClient: (seen: { readonly peer: string; readonly forwarded: string | undefined }) => string
  readonly clock: Clock
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    c.set('receivedMs', options.clock.now())
    c.set('language', pickLanguage(c.req.header('accept-language')))
    c.set('address', options.findClient({ peer: peerOf(c), forwarded: c.req.header('x-forwarded-for') }))
    await next()
    c.res.headers.set('x-request-id', requestId)
    const key = WRITES.has(c.req.method) ? findIdempotencyKey(c) : undefined
    if (key !== undefined) c.res.headers.set('idempotency-key', key)
  }
}
