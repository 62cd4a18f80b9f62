import type { MiddlewareHandler } from 'hono'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { ProviderDeps } from '../deps.ts'
import { type AccessTokens, createAccessTokens, makeSecret } from '../rules/tokens.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'
import { createTokenBuckets, type TokenBuckets } from './rate-limit.ts'

interface Gate {
  readonly tokens: AccessTokens
  readonly buckets: TokenBuckets | undefined
}

/** One gate a provider, whichever of its route groups asks: they share the signing key and a user's budget. */
const gates = new WeakMap<ProviderDeps, Gate>()

function createGate(deps: ProviderDeps): Gate {
  let key: Promise<string> | undefined
  const findKey = (): Promise<string> => {
    key ??= getOrCreateSecret(deps.db, 'access_tokens', makeSecret).catch((error: unknown) => {
      // Asked for again at the next request: the database may be back by then.
      key = undefined
      throw error
    })
    return key
  }
  const { perUser } = deps.config.requestsPerMinute
  return {
    tokens: createAccessTokens({ clock: deps.clock, findKey }),
    buckets: perUser === 0 ? undefined : createTokenBuckets(perUser, deps.clock),
  }
}

function getGate(deps: ProviderDeps): Gate {
  const gate = gates.get(deps) ?? createGate(deps)
  gates.set(deps, gate)
  return gate
}

export const getAccessTokens = (deps: ProviderDeps): AccessTokens => getGate(deps).tokens

/**
 * Lets only a signed-in user pass and sets `userId`. 401 `unauthorized` without a bearer token, `token_expired` when a refresh
 * helps, `token_invalid` when only signing in does; 429 beyond the user's requests a minute.
 */
export function requireUser(deps: ProviderDeps): MiddlewareHandler<AppEnv> {
  const { tokens, buckets } = getGate(deps)
  return async (c, next) => {
    const bearer = /^Bearer +([\w.~+/=-]+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
    c.header('www-authenticate', 'Bearer')
    if (bearer === undefined) return problem(c, 'unauthorized')
    const verified = await tokens.verify(bearer)
    if (!verified.ok) return problem(c, verified.error)
    c.header('www-authenticate', undefined)
    const wait = buckets?.take(verified.value) ?? 0
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    c.set('userId', verified.value)
    await next()
    return undefined
  }
}
