import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { UserId } from '../../../src/domain/ids.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { userScope } from '../../repositories/idempotency.ts'
import type { BearerRow } from '../../repositories/sessions.ts'
import type { Bearer } from '../../rules/tokens.ts'
import { problem } from '../../http/problem.ts'
import { findIdempotencyKey } from '../../http/request-context.ts'
import { isOpenToGuest, isOpenToMoved } from '../../rules/guest-scope.ts'
import { createTokenBuckets, type TokenBuckets } from '../../http/rate-limit.ts'

/** One per provider: a user's requests share one budget across all route groups. */
const budgets = new WeakMap<ProviderDeps, TokenBuckets>()

function findBudget(deps: ProviderDeps): TokenBuckets | undefined {
  const { perUser } = deps.config.requestsPerMinute
  if (perUser === 0) return undefined
  const budget = budgets.get(deps) ?? createTokenBuckets(perUser, deps.clock)
  budgets.set(deps, budget)
  return budget
}

/** The bearer token of the request. */
export const readBearer = (c: Context<AppEnv>): string | undefined =>
  /^Bearer +([\w.~+/=-]+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]

/**
 * Checks in the database whether a well-formed token is still accepted: a token outlives, by minutes, a session that
 * was ended or an account that was disabled or deleted, in any process.
 */
export async function checkBearer(
  deps: Pick<ProviderDeps, 'store'>,
  { userId, sessionId }: Bearer,
): Promise<Result<BearerRow, 'account_disabled' | 'token_invalid'>> {
  const row = await deps.store.findBearer(userId, sessionId)
  if (row === undefined) return err('token_invalid')
  return row.disabled_at === null ? ok(row) : err('account_disabled')
}

/** Finds the caller on a route that needs no sign-in. Undefined when the token is missing or not accepted. */
export async function findKnownUser(
  c: Context<AppEnv>,
  deps: Pick<ProviderDeps, 'store' | 'tokens'>,
): Promise<UserId | undefined> {
  const token = readBearer(c)
  const verified = token === undefined ? undefined : await deps.tokens.verify(token)
  if (verified?.ok !== true) return undefined
  return (await checkBearer(deps, verified.value)).ok ? verified.value.userId : undefined
}

/**
 * Withdraws a disabled account's request, as the phone does: a copy still in the network must not take effect once the
 * account is enabled again.
 */
async function giveUpKey(c: Context<AppEnv>, deps: ProviderDeps, userId: UserId): Promise<void> {
  const key = findIdempotencyKey(c)
  if (key !== undefined) await deps.store.withdrawRequest({ scope: userScope(userId), key, nowMs: deps.clock.now() })
}

/**
 * Admits only a signed-in user and sets `userId`, `isGuest`, `sessionId` and `signedInMs`. 401 `unauthorized` without a
 * bearer token, `token_expired` when a refresh helps, `token_invalid` when only signing in does; 403 `account_disabled`
 * when neither does, and `guest_not_allowed` to guests on routes for accounts; 429 beyond the user's requests per
 * minute.
 */
export function requireUser(deps: ProviderDeps): MiddlewareHandler<AppEnv> {
  const { tokens } = deps
  const budget = findBudget(deps)
  return async (c, next) => {
    const token = readBearer(c)
    c.header('www-authenticate', 'Bearer')
    if (token === undefined) return problem(c, 'unauthorized')
    const verified = await tokens.verify(token)
    if (!verified.ok) return problem(c, verified.error)
    c.header('www-authenticate', undefined)
    // Also used when a refusal is logged.
    c.set('scope', userScope(verified.value.userId))
    const wait = budget?.take(verified.value.userId) ?? 0
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    const bearer = await checkBearer(deps, verified.value)
    if (!bearer.ok) {
      if (bearer.error === 'account_disabled') await giveUpKey(c, deps, verified.value.userId)
      return problem(c, bearer.error)
    }
    const { guest } = bearer.value
    if (guest === 'moved' && !isOpenToMoved(c.req.method, routePath(c))) return problem(c, 'token_invalid')
    if (guest === 'open' && !isOpenToGuest(c.req.method, routePath(c))) return problem(c, 'guest_not_allowed')
    c.set('userId', verified.value.userId)
    c.set('isGuest', guest === 'open')
    c.set('sessionId', verified.value.sessionId)
    c.set('signedInMs', bearer.value.signed_in_at)
    await next()
    return undefined
  }
}
