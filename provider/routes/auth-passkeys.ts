import { type Context, Hono } from 'hono'
import {
  type Passkey,
  passkeyOwnerBody,
  passkeyBody,
  passkeyList,
  passkeyCreation,
  passkeySingle,
} from '../../src/contract/passkeys.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { confirmPassword } from './guards/confirm-password.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { sendAccountMailLater } from '../services/account-mails.ts'
import { removePasskeys } from '../services/second-factor.ts'
import {
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  storeChallenge,
  takeChallenge,
} from '../repositories/passkeys.ts'
import { findUser, type UserRow } from '../repositories/users.ts'
import { isFreshSignIn } from '../rules/sessions.ts'
import {
  CHALLENGE_VALID_MS,
  findChallenge,
  PASSKEYS_PER_USER,
  toCreation,
  toRelyingParty,
  verifyCreation,
} from '../rules/passkeys.ts'

const toWire = (row: PasskeyRow): Passkey => ({
  passkey_id: row.credential_id,
  name: row.name,
  created_at: toRfc3339(row.created_at),
  last_used_at: row.last_used_at === null ? null : toRfc3339(row.last_used_at),
})

function listRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const answers = { 200: passkeyList }
  const description = describe({ tag: 'auth', summary: 'The user’s passkeys', answers, secured: true }, deps.config)
  routes.get('/passkeys', description, requireUser(deps), async (c) => {
    const rows = await listPasskeys(deps.db, c.get('userId'))
    return c.json({ data: rows.map(toWire) })
  })
}

function optionsRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    {
      tag: 'auth',
      summary: 'Begin a passkey: what the browser asks for',
      answers: { 200: passkeyCreation },
      secured: true,
    },
    deps.config,
  )
  routes.post('/passkeys/options', description, requireUser(deps), validate('json', passkeyOwnerBody), async (c) => {
    const userId = c.get('userId')
    const user = await findUser(deps.db, userId)
    if (user === undefined) return problem(c, 'token_invalid')
    const refusal = await confirmOwner(c, deps, { user, password: c.req.valid('json').password })
    if (refusal !== undefined) return refusal
    const known = await listPasskeys(deps.db, userId)
    if (known.length >= PASSKEYS_PER_USER) return problem(c, 'forbidden')
    const options = await toCreation(toRelyingParty(deps.config.publicUrl), user, known)
    const nowMs = deps.clock.now()
    await storeChallenge(
      deps.db,
      { challenge: options.challenge, purpose: 'creation', userId, expiresMs: nowMs + CHALLENGE_VALID_MS },
      nowMs,
    )
    return c.json({ data: options })
  })
}

/**
 * A passkey outlives the session that adds it, and protects the account's money until it is removed. Both actions
 * therefore require proof of the owner: a recent sign-in or the password.
 */
async function confirmOwner(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { user, password }: { readonly user: UserRow; readonly password: string | undefined },
): Promise<Response | undefined> {
  if (password !== undefined) return confirmPassword(c, deps, { user, password })
  return isFreshSignIn(c.get('signedInMs'), deps.clock.now()) ? undefined : problem(c, 'confirmation_required')
}

function addRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Keep the passkey that the browser made', answers: { 201: passkeySingle }, secured: true },
    deps.config,
  )
  routes.post('/passkeys', description, requireUser(deps), validate('json', passkeyBody), async (c) => {
    const { name, response } = c.req.valid('json')
    const userId = c.get('userId')
    const nowMs = deps.clock.now()
    const challenge = findChallenge(response.response.clientDataJSON)
    // The challenge is used up before the check: a refused answer cannot be altered and sent again.
    if (challenge === undefined || !(await takeChallenge(deps.db, { challenge, purpose: 'creation', userId }, nowMs)))
      return problem(c, 'passkey_invalid')
    const key = await verifyCreation({ challenge, party: toRelyingParty(deps.config.publicUrl) }, response)
    if (key === undefined) return problem(c, 'passkey_invalid')
    const user = await findUser(deps.db, userId)
    if (user === undefined) return problem(c, 'token_invalid')
    const { transports } = response.response
    const row = await insertPasskey(
      deps.db,
      {
        ...{ credential_id: key.credentialId, user_id: userId, name, transports },
        ...{ public_key: Buffer.from(key.publicKey), counter: key.counter },
      },
      nowMs,
    )
    if (row === undefined) return problem(c, 'passkey_invalid')
    sendAccountMailLater(deps, user, { kind: 'passkey_added' })
    return c.json({ data: toWire(row) }, 201)
  })
}

function removeRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Forget one passkey of the user', answers: { 204: null }, secured: true },
    deps.config,
  )
  routes.delete('/passkeys/:id', description, requireUser(deps), validate('json', passkeyOwnerBody), async (c) => {
    const user = await findUser(deps.db, c.get('userId'))
    if (user === undefined) return problem(c, 'token_invalid')
    const refusal = await confirmOwner(c, deps, { user, password: c.req.valid('json').password })
    if (refusal !== undefined) return refusal
    const isRemoved = await deps.db.transaction((tx) =>
      removePasskeys({ db: tx, clock: deps.clock }, user.user_id, c.req.param('id')),
    )
    if (!isRemoved) return problem(c, 'not_found')
    sendAccountMailLater(deps, user, { kind: 'passkey_removed' })
    return c.body(null, 204)
  })
}

/** GET, POST /passkeys, POST /passkeys/options, DELETE /passkeys/{id}: the signed-in user's passkeys. */
export function passkeyRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  listRoute(deps, routes)
  optionsRoute(deps, routes)
  addRoute(deps, routes)
  removeRoute(deps, routes)
  return routes
}
