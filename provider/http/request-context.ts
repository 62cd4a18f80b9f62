import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { pickLanguage } from '../messages/messages.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { AppEnv } from './app-env.ts'

const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** A socket that serves both families shows an IPv4 caller as `::ffff:192.0.2.1`. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Each proxy appends the address that it saw, so of n trusted ones the n-th from the right is the client's; everything left of it
 * was written by the client itself.
 */
function findForwarded(header: string | undefined, trustedProxies: number): string | undefined {
  if (trustedProxies === 0 || header === undefined) return undefined
  const address = plainAddress((header.split(',').at(-trustedProxies) ?? '').trim())
  return isIP(address) === 0 ? undefined : address
}

function findAddress(c: Context<AppEnv>, trustedProxies: number): string {
  const forwarded = findForwarded(c.req.header('x-forwarded-for'), trustedProxies)
  if (forwarded !== undefined) return forwarded
  // Called in process (tests) there is no socket, and so no `env` of the server's.
  if (c.env === undefined || !('incoming' in (c.env as object))) return 'unknown'
  return plainAddress(getConnInfo(c).remote.address ?? 'unknown')
}

/** The request's Idempotency-Key; undefined when it is missing or malformed. */
export function findIdempotencyKey(c: Context<AppEnv>): string | undefined {
  const key = c.req.header('idempotency-key')
  return key !== undefined && IDEMPOTENCY_KEY.test(key) ? key : undefined
}

/** First of all middleware: request id and idempotency key (both echoed, whatever the answer), time, language, address. */
export function requestContext(options: {
  readonly trustedProxies: number
  readonly clock: Clock
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    c.set('receivedMs', options.clock.now())
    c.set('language', pickLanguage(c.req.header('accept-language')))
    c.set('address', findAddress(c, options.trustedProxies))
    await next()
    c.header('x-request-id', requestId)
    const key = WRITES.has(c.req.method) ? findIdempotencyKey(c) : undefined
    if (key !== undefined) c.header('idempotency-key', key)
  }
}
