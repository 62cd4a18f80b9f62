import type { MiddlewareHandler } from 'hono'
import type { OperatorScope } from '../../../src/contract/operator.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { createTokenBuckets, type TokenBuckets } from '../../http/rate-limit.ts'
import { operatorScope } from '../../repositories/idempotency.ts'
import type { OperatorKeyRow } from '../../repositories/operators.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { findOperator, isOperatorKey } from '../../services/operators.ts'
import { readBearer } from './require-user.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `requireOperator` only. */
    operator: OperatorKeyRow
  }
}

/** One per provider: a key's requests share one budget across all route groups. */
const budgets = new WeakMap<ProviderDeps, TokenBuckets>()

function findBudget(deps: ProviderDeps): TokenBuckets | undefined {
  const { perUser } = deps.config.requestsPerMinute
  if (perUser === 0) return undefined
  const budget = budgets.get(deps) ?? createTokenBuckets(perUser, deps.clock)
  budgets.set(deps, budget)
  return budget
}

/**
 * Admits only a key with this scope (null: any key) and sets `operator`. 401 `unauthorized` without a key,
 * `token_invalid` for a wrong or revoked one, `token_expired`; 429 after ten wrong keys from a network, and beyond a
 * key's requests per minute; 403 `forbidden` without the scope, before anything is looked up.
 */
export function requireOperator(deps: ProviderDeps, scope: OperatorScope | null): MiddlewareHandler<AppEnv> {
  const budget = findBudget(deps)
  return async (c, next) => {
    const bearer = readBearer(c)
    c.header('www-authenticate', 'Bearer')
    if (bearer === undefined) return problem(c, 'unauthorized')
    // A driver's token is not an attempt to guess a key.
    if (!isOperatorKey(bearer)) return problem(c, 'token_invalid')
    const found = await findOperator(deps, { bearer, address: c.get('address') })
    if (!found.ok) {
      const { error } = found
      return problem(c, error.code, 'retryAfterSeconds' in error ? { retryAfterSeconds: error.retryAfterSeconds } : {})
    }
    c.header('www-authenticate', undefined)
    // Also used when a refusal is logged.
    c.set('scope', operatorScope(found.value.key_id))
    const wait = budget?.take(found.value.key_id) ?? 0
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    if (scope !== null && !found.value.scopes.includes(scope)) return problem(c, 'forbidden')
    c.set('operator', found.value)
    await next()
    return undefined
  }
}
