import type { ProviderDeps } from '../deps.ts'
import { rateLimit } from './rate-limit.ts'

const STARTS_PER_MINUTE = 10
const CHECKS_PER_MINUTE = 60

/** A user's payments a minute: each costs a call to a gateway, which has limits of its own. Off where the user's limit is off. */
export function paymentLimit(deps: Pick<ProviderDeps, 'config' | 'clock'>) {
  const isOff = deps.config.requestsPerMinute.perUser === 0
  const limit = (perMinute: number) =>
    rateLimit({ perMinute: isOff ? 0 : perMinute, clock: deps.clock, keyOf: (c) => c.get('userId') })
  return { start: limit(STARTS_PER_MINUTE), verify: limit(CHECKS_PER_MINUTE) }
}
