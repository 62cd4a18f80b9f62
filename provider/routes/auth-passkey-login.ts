import { Hono } from 'hono'
import { sessionSchema } from '../../src/contract/auth.ts'
import { type PasskeyAsserted, passkeyLoginBody, passkeyOptions } from '../../src/contract/passkeys.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { startSession } from './open-session.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { lockPasskey, notePasskeyUse, storeChallenge, takeChallenge } from '../repositories/passkeys.ts'
import { findUser } from '../repositories/users.ts'
import { CHALLENGE_VALID_MS, findChallenge, toRelyingParty, toRequest, verifyRequest } from '../rules/passkeys.ts'

function optionsRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Begin a sign-in with a passkey', answers: { 200: passkeyOptions } },
    deps.config,
  )
  routes.post('/passkey-login/options', description, async (c) => {
    const options = await toRequest(toRelyingParty(deps.config.publicUrl))
    const nowMs = deps.clock.now()
    const { challenge } = options
    await storeChallenge(deps.db, { challenge, userId: null, expiresMs: nowMs + CHALLENGE_VALID_MS }, nowMs)
    return c.json({ data: options })
  })
}

/** Whose key answered; undefined for an answer that is not accepted, whatever the reason. */
async function findSigner(deps: ProviderDeps, response: PasskeyAsserted): Promise<UserId | undefined> {
  const nowMs = deps.clock.now()
  const challenge = findChallenge(response.response.clientDataJSON)
  if (challenge === undefined || !(await takeChallenge(deps.db, { challenge, userId: null }, nowMs))) return undefined
  return deps.db.transaction(async (tx) => {
    const key = await lockPasskey(tx, response.id)
    if (key === undefined) return undefined
    const { userHandle } = response.response
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== key.user_id) return undefined
    const party = toRelyingParty(deps.config.publicUrl)
    const counter = await verifyRequest({ challenge, party }, response, key)
    if (counter === undefined) {
      deps.log.warn('passkey.refused', { user: key.user_id })
      return undefined
    }
    await notePasskeyUse(tx, key.credential_id, { counter, nowMs })
    return key.user_id
  })
}

function loginRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Sign in with a passkey', answers: { 200: sessionSchema } },
    deps.config,
  )
  routes.post('/passkey-login', description, validate('json', passkeyLoginBody), async (c) => {
    const userId = await findSigner(deps, c.req.valid('json').response)
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
