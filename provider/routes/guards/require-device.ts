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
    /** Set by `requireDevice` alone. */
    device: AttendantDevice
  }
}

/** A phone at a busy gate asks for its list and uploads a few times a minute. */
const PER_MINUTE = 120

/**
 * Lets only a paired attendant's phone pass and sets `device`; 401 `device_unpaired` otherwise, 429 beyond its requests a minute.
 * `graceMs`: for so long after it was revoked it passes too.
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
    // Also for the log of a refusal that follows.
    c.set('scope', deviceScope(device.device_id))
    const wait = budget?.take(device.device_id) ?? 0
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    c.set('device', device)
    await noteDeviceSeen(deps.db, device.device_id, deps.clock.now())
    await next()
    return undefined
  }
}
