import { type Context, Hono } from 'hono'
import { loginBody, refreshBody, sessionSchema } from '../../src/contract/auth.ts'
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { type OpenSession, startSession, toSessionWire } from './open-session.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { validate } from '../http/validate.ts'
import { sweepAttempts } from '../repositories/attempts.ts'
import { runInBackground } from '../services/background.ts'
import type { RefreshTokenRow } from '../repositories/sessions.ts'
import { findRegistration } from '../repositories/registrations.ts'
import type { Rows } from '../repositories/store.ts'
import { findUserByEmail, updatePasswordHash, type UserRow } from '../repositories/users.ts'
import { checkNoPassword, checkPassword, hashPassword } from '../rules/passwords.ts'
import { normaliseEmail } from '../rules/registration.ts'
import { judgeRefresh } from '../rules/sessions.ts'
import { makeRegistrationSecret } from '../services/registration-secret.ts'
import { beginSignIn, endSignIn, type SignInAttempt } from '../services/sign-in-limits.ts'
import { deriveSuccessor } from '../rules/tokens.ts'

/**
 * Finds the user who registered with this password and has not verified the address yet. Always costs one password
 * check.
 */
async function findUnproven(deps: ProviderDeps, email: string, password: string): Promise<UserId | undefined> {
  const registration = await findRegistration(deps.db, email)
  if (registration === undefined || registration.password_hash === null) {
    await checkNoPassword(password)
    return undefined
  }
  const check = await checkPassword(password, registration.password_hash)
  return check.matches ? registration.user_id : undefined
}

/** Returns the user if the password is theirs. */
async function findByPassword(deps: ProviderDeps, user: UserRow, password: string): Promise<UserRow | undefined> {
  if (user.password_hash === null) {
    await checkNoPassword(password)
    return undefined
  }
  const check = await checkPassword(password, user.password_hash)
  if (!check.matches) return undefined
  if (check.outdated)
    await updatePasswordHash(deps.db, user.user_id, { hash: await hashPassword(password), nowMs: deps.clock.now() })
  return user
}

/**
 * Refuses another device of a person who has registered, and gives it the registration's secret so that it can submit
 * the code too.
 */
async function refuseUnproven(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { attempt, unproven }: { readonly attempt: SignInAttempt; readonly unproven: UserId },
): Promise<Response> {
  await endSignIn(deps.db, attempt)
  const secret = await makeRegistrationSecret(deps.db, unproven)
  return problem(c, 'email_not_verified', { extra: { registration_secret: secret } })
}

function loginRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Sign in with e-mail and password', answers: { 200: sessionSchema } },
    deps.config,
  )
  routes.post('/login', description, validate('json', loginBody), async (c) => {
    const { identifier, password } = c.req.valid('json')
    const attempt = { identifier, address: c.get('address'), nowMs: deps.clock.now() }
    const waitSeconds = await beginSignIn(deps.db, attempt)
    if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
    // Every refusal costs one password check, whether or not the address is known.
    const email = normaliseEmail(identifier)
    const known = await findUserByEmail(deps.db, email)
    const unproven = known === undefined ? await findUnproven(deps, email, password) : undefined
    if (unproven !== undefined) return refuseUnproven(c, deps, { attempt, unproven })
    const user = known === undefined ? undefined : await findByPassword(deps, known, password)
    if (user === undefined) return problem(c, 'invalid_credentials')
    await endSignIn(deps.db, attempt)
    if (user.disabled_at !== null) return problem(c, 'account_disabled')
    const started = await startSession(c, deps, user)
    runInBackground(deps.log, 'attempts.sweep', () => sweepAttempts(deps.db, deps.clock.now()))
    return c.json(started)
  })
}

/** Returns the same successor for the same token and key; `nonce` is for a token used for the first time. */
async function takeSuccessor(
  tx: Rows,
  row: RefreshTokenRow,
  call: { readonly token: string; readonly key: string; readonly nowMs: number; readonly nonce: string },
): Promise<string> {
  if (row.successorNonce !== null) return deriveSuccessor(row.successorNonce, call.token, call.key)
  const { nonce, key, nowMs } = call
  const successor = deriveSuccessor(nonce, call.token, key)
  await tx.rotateToken(row, { key, nonce, successor, nowMs })
  return successor
}

type Refreshed = OpenSession & { readonly repeated: boolean }

async function refresh(deps: ProviderDeps, token: string, key: string): Promise<Refreshed | ErrorCode> {
  const nowMs = deps.clock.now()
  return deps.store.transaction(async (tx) => {
    const row = await tx.lockRefreshToken(token)
    if (row === undefined) return 'token_invalid'
    const verdict = judgeRefresh(row.facts, key, nowMs)
    switch (verdict) {
      case 'revoked':
        return 'token_invalid'
      case 'expired':
        return 'token_expired'
      case 'reuse':
        deps.log.warn('session.refresh_reused', { family: row.familyId })
        await tx.revokeFamily(row.familyId, { reason: 'reuse', nowMs })
        return 'refresh_reused'
      case 'rotate':
      case 'repeat': {
        const user = await tx.findUser(row.userId)
        if (user === undefined) return 'token_invalid'
        if (user.disabled_at !== null) return 'account_disabled'
        return {
          user,
          familyId: row.familyId,
          refreshToken: await takeSuccessor(tx, row, { token, key, nowMs, nonce: deps.makeSecret() }),
          repeated: verdict === 'repeat',
        }
      }
      default:
        return unreachable(verdict)
    }
  })
}

function refreshRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    {
      tag: 'auth',
      summary: 'Exchange a refresh token for the next one',
      answers: { 200: sessionSchema },
      idempotent: true,
    },
    deps.config,
  )
  routes.post('/refresh', description, validate('json', refreshBody), async (c) => {
    // A stored answer, as in other routes, would keep tokens in clear text; here a repeat derives the same successor
    // again.
    const key = findIdempotencyKey(c)
    if (key === undefined) return problem(c, 'idempotency_key_required')
    const outcome = await refresh(deps, c.req.valid('json').refresh_token, key)
    if (typeof outcome === 'string') return problem(c, outcome)
    if (outcome.repeated) c.header('idempotent-replayed', 'true')
    return c.json(await toSessionWire(c, deps, outcome))
  })
}

function logoutRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Revoke the session of a refresh token', answers: { 204: null } },
    deps.config,
  )
  routes.post('/logout', description, validate('json', refreshBody), async (c) => {
    await deps.store.revokeByToken(c.req.valid('json').refresh_token, deps.clock.now())
    return c.body(null, 204)
  })
}

/** POST /login, /refresh, /logout. */
export function sessionRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  loginRoute(deps, routes)
  refreshRoute(deps, routes)
  logoutRoute(deps, routes)
  return routes
}
