import { Hono } from 'hono'
import { sessionSchema } from '../../src/contract/auth.ts'
import { passkeyLoginBody, passkeyOptions } from '../../src/contract/passkeys.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { startSession } from './open-session.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { storeChallenge } from '../repositories/passkeys.ts'
import { findUser } from '../repositories/users.ts'
import { CHALLENGE_VALID_MS, toRelyingParty, toRequest } from '../rules/passkeys.ts'
import { findSigner } from '../services/passkey-signer.ts'

function optionsRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Begin a sign-in with a passkey', answers: { 200: passkeyOptions } },
    deps.config,
  )
  routes.post('/passkey-login/options', description, async (c) => {
    const options = await toRequest(toRelyingParty(deps.config.publicUrl))
    const nowMs = deps.clock.now()
    const { challenge } = options
    await storeChallenge(
      deps.db,
      { challenge, purpose: 'sign_in', userId: null, expiresMs: nowMs + CHALLENGE_VALID_MS },
      nowMs,
    )
    return c.json({ data: options })
  })
}

function loginRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Sign in with a passkey', answers: { 200: sessionSchema } },
    deps.config,
  )
  routes.post('/passkey-login', description, validate('json', passkeyLoginBody), async (c) => {
    const userId = await findSigner(deps, c.req.valid('json').response, null)
    const user = userId === undefined ? undefined : await findUser(deps.db, userId)
    if (user === undefined) return problem(c, 'passkey_invalid')
    if (user.disabled_at !== null) return problem(c, 'account_disabled')
    return c.json(await startSession(c, deps, user))
  })
}

/** POST /passkey-login/options, /passkey-login. */
export function passkeyLoginRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  optionsRoute(deps, routes)
  loginRoute(deps, routes)
  return routes
}
