import type { MiddlewareHandler } from 'hono'
import type { ProviderDeps } from '../../services/deps.ts'
import { deviceScope } from '../../repositories/idempotency.ts'
import { type AttendantDevice, noteDeviceSeen } from '../../repositories/pairing.ts'
import { findPairedDevice } from '../../services/pairing.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { createTokenBuckets } from '../../http/rate-limit.ts'
import { readBearer } from './require-user.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `requireDevice` only. */
    device: AttendantDevice
  }
}

/** A phone at a busy gate downloads its list and uploads a few times per minute. */
const PER_MINUTE = 120

/**
 * Admits only a paired attendant's phone and sets `device`; otherwise 401 `device_unpaired`, or 429 beyond its requests
 * per minute. `graceMs`: how long it is still admitted after it was revoked.
 */
export function requireDevice(deps: ProviderDeps, { graceMs = 0 } = {}): MiddlewareHandler<AppEnv> {
  const budget = deps.config.requestsPerMinute.perUser === 0 ? undefined : createTokenBuckets(PER_MINUTE, deps.clock)
  return async (c, next) => {
    const bearer = readBearer(c)
    const revokedAfterMs = graceMs === 0 ? undefined : deps.clock.now() - graceMs
    const device = bearer === undefined ? undefined : await findPairedDevice(deps.db, bearer, revokedAfterMs)
    if (device === undefined) {
      c.header('www-authenticate', 'Bearer')
      return problem(c, 'device_unpaired')
    }
    // Also used when a refusal is logged.
    c.set('scope', deviceScope(device.device_id))
    const wait = budget?.take(device.device_id) ?? 0
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    c.set('device', device)
    await noteDeviceSeen(deps.db, device.device_id, deps.clock.now())
    await next()
    return undefined
  }
}
