import type { Context, MiddlewareHandler } from 'hono'
import type { ProviderDeps } from '../../services/deps.ts'
import { deviceScope, userScope } from '../../repositories/idempotency.ts'
import { networkOf } from '../../rules/client-network.ts'
import type { Bearer } from '../../rules/tokens.ts'
import { REVOKED_GRACE_MS } from '../../services/check-in.ts'
import { isOperatorKey } from '../../services/operators.ts'
import { findPairedDevice } from '../../services/pairing.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { answerKnown } from './idempotent.ts'
import { createTokenBuckets, type TokenBuckets } from '../../http/rate-limit.ts'
import { findIdempotencyKey } from '../../http/request-context.ts'
import { checkBearer, readBearer } from './require-user.ts'

/** Unknown tokens that one network may send per minute before its keys are no longer looked up. */
const UNPROVEN_PER_MINUTE = 60

interface Owner {
  readonly scope: string
  /** Null for an attendant's phone. */
  readonly driver: Bearer | null
}

/** Finds the owner of a bearer token's keys; `expired` means that the owner is proven but gets no access. */
async function findOwner(deps: ProviderDeps, bearer: string): Promise<Owner | 'expired' | undefined> {
  // An attendant's token is recognised by its form, so a driver's request makes no query here.
  const device = await findPairedDevice(deps.db, bearer, deps.clock.now() - REVOKED_GRACE_MS)
  if (device !== undefined) return { scope: deviceScope(device.device_id), driver: null }
  const verified = await deps.tokens.verify(bearer)
  if (verified.ok) return { scope: userScope(verified.value.userId), driver: verified.value }
  return verified.error === 'token_expired' ? 'expired' : undefined
}

interface Budgets {
  /** Lookups per minute by scope: as many as a driver's requests. */
  readonly looks: TokenBuckets | undefined
  readonly unproven: TokenBuckets
}

async function findKnown(c: Context<AppEnv>, deps: ProviderDeps, { looks, unproven }: Budgets) {
  const [key, bearer] = [findIdempotencyKey(c), readBearer(c)]
  if (c.req.method === 'GET' || key === undefined || bearer === undefined) return undefined
  // Operator requests are looked up after their guard, which counts wrong keys in the database.
  if (isOperatorKey(bearer)) return undefined
  const network = networkOf(c.get('address'))
  if (unproven.isEmpty(network)) return undefined
  const owner = await findOwner(deps, bearer)
  if (owner === undefined) unproven.take(network)
  if (owner === undefined || owner === 'expired') return undefined
  const { scope, driver } = owner
  if ((looks?.take(scope) ?? 0) > 0) return undefined
  const known = await answerKnown(c, deps, { scope, key })
  const isClosed = known !== undefined && driver !== null && !(await checkBearer(deps, driver)).ok
  return isClosed ? undefined : known
}

/**
 * Runs before every rate limit: a request whose key is known is answered from its record, so that a phone that lost an
 * answer gets it even when it, or others behind its carrier's address, have used up the minute's requests. Requests
 * that are unknown or not the bearer's own continue and count. A lookup reads one row by its key; lookups per owner and
 * unknown tokens are limited too.
 */
export function answerKnownRequests(deps: ProviderDeps): MiddlewareHandler<AppEnv> {
  const { perUser } = deps.config.requestsPerMinute
  const budgets: Budgets = {
    looks: perUser === 0 ? undefined : createTokenBuckets(perUser, deps.clock),
    unproven: createTokenBuckets(UNPROVEN_PER_MINUTE, deps.clock),
  }
  return async (c, next) => {
    const known = await findKnown(c, deps, budgets)
    if (known !== undefined) return known
    await next()
    return undefined
  }
}
