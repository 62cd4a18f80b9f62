import type { MiddlewareHandler } from 'hono'
import type { ProviderDeps } from '../../services/deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { rateLimit } from '../../http/rate-limit.ts'

const STARTS_PER_MINUTE = 10
const CHECKS_PER_MINUTE = 60

type LimitDeps = Pick<ProviderDeps, 'config' | 'clock'>

interface PaymentLimits {
  /** Top-ups and bookings paid through a gateway, together. */
  readonly start: MiddlewareHandler<AppEnv>
  readonly verify: MiddlewareHandler<AppEnv>
}

const limitsOf = new WeakMap<LimitDeps, PaymentLimits>()

/**
 * Limits a user's payments per minute: each costs a call to a gateway, which has limits of its own. Off when the user's
 * limit is off.
 */
export function paymentLimit(deps: LimitDeps): PaymentLimits {
  const known = limitsOf.get(deps)
  if (known !== undefined) return known
  const isOff = deps.config.requestsPerMinute.perUser === 0
  const limit = (perMinute: number) =>
    rateLimit({ perMinute: isOff ? 0 : perMinute, clock: deps.clock, keyOf: (c) => c.get('userId') })
  const limits = { start: limit(STARTS_PER_MINUTE), verify: limit(CHECKS_PER_MINUTE) }
  limitsOf.set(deps, limits)
  return limits
}
