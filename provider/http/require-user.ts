import type { MiddlewareHandler } from 'hono'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'
import { isShutOut } from './shut-out.ts'
import { createTokenBuckets, type TokenBuckets } from './rate-limit.ts'

/** One a provider, whichever of its route groups asks: a user's requests share one budget. */
const budgets = new WeakMap<ProviderDeps, TokenBuckets>()

function findBudget(deps: ProviderDeps): TokenBuckets | undefined {
  const { perUser } = deps.config.requestsPerMinute
  if (perUser === 0) return undefined
  const budget = budgets.get(deps) ?? createTokenBuckets(perUser, deps.clock)
  budgets.set(deps, budget)
  return budget
}

/**
 * Lets only a signed-in user pass and sets `userId` and `sessionId`. 401 `unauthorized` without a bearer token, `token_expired` when a refresh
 * helps, `token_invalid` when only signing in does; 429 beyond the user's requests a minute.
 */
export function requireUser(deps: ProviderDeps): MiddlewareHandler<AppEnv> {
  const { tokens } = deps
  const budget = findBudget(deps)
  return async (c, next) => {
    const bearer = /^Bearer +([\w.~+/=-]+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
    c.header('www-authenticate', 'Bearer')
    if (bearer === undefined) return problem(c, 'unauthorized')
    const verified = await tokens.verify(bearer)
    if (!verified.ok) return problem(c, verified.error)
    if (isShutOut(deps, verified.value.userId)) return problem(c, 'token_invalid')
    c.header('www-authenticate', undefined)
    const wait = budget?.take(verified.value.userId) ?? 0
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    c.set('userId', verified.value.userId)
    c.set('sessionId', verified.value.sessionId)
    await next()
    return undefined
  }
}
