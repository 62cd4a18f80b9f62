import { Hono } from 'hono'
import * as v from 'valibot'
import { emailBody, resetPasswordBody } from '../../src/contract/auth.ts'
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { validate } from '../http/validate.ts'
import { sendAccountMail, sendAccountMailLater, takeMail } from '../services/account-mails.ts'
import { runInBackground } from '../services/background.ts'
import { dropEmailChange } from '../repositories/email-changes.ts'
import { listPasskeys } from '../repositories/passkeys.ts'
import { revokeAllOfUser } from '../repositories/sessions.ts'
import {
  findReset,
  findUser,
  findUserByEmail,
  storeReset,
  updatePasswordHash,
  useReset,
} from '../repositories/users.ts'
import { rememberUse, wasUsedBy } from '../repositories/used-codes.ts'
import { hashPassword } from '../rules/passwords.ts'
import { isWeakPassword, normaliseEmail } from '../rules/registration.ts'
import { removePasskeys } from '../services/second-factor.ts'
import { clearAccountLimit } from '../services/sign-in-limits.ts'
import { hashCode, hashSecret, makeSecret } from '../rules/tokens.ts'
import { RESET_VALID_MS } from '../rules/verification.ts'

async function sendReset(deps: ProviderDeps, email: string): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined || user.disabled_at !== null) return
  const token = makeSecret()
  const nowMs = deps.clock.now()
  await storeReset(deps.db, user.user_id, { tokenHash: hashSecret(token), expiresMs: nowMs + RESET_VALID_MS, nowMs })
  const passkeys = (await listPasskeys(deps.db, user.user_id)).map(({ name }) => name)
  await sendAccountMail(deps, user, { kind: 'reset_password', token, passkeys })
}

function forgotRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Mail a link to choose a new password', answers: { 202: v.object({}) } },
    deps.config,
  )
  routes.post('/forgot-password', description, validate('json', emailBody), async (c) => {
    const email = normaliseEmail(c.req.valid('json').email)
    const waitSeconds = await takeMail(deps, 'password_reset', email)
    if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
    // Runs after the answer, so that a known address takes no longer than an unknown one.
    runInBackground(deps.log, 'auth.forgot', () => sendReset(deps, email))
    return c.json({}, 202)
  })
}

interface NewPassword {
  readonly token: string
  readonly password: string
  readonly dropsPasskeys: boolean
  /** Idempotency-Key, if sent. */
  readonly key: string | undefined
}

async function resetPassword(
  deps: ProviderDeps,
  { token, password, dropsPasskeys, key }: NewPassword,
): Promise<ErrorCode | undefined> {
  const nowMs = deps.clock.now()
  const tokenHash = hashSecret(token)
  // Keyed with the token, which is not stored anywhere.
  const use = { scope: `reset:${tokenHash}`, key, hash: hashCode(token, `${String(dropsPasskeys)}\n${password}`) }
  if (await wasUsedBy(deps.db, use, { nowMs, validMs: RESET_VALID_MS })) return undefined
  const reset = await findReset(deps.db, tokenHash)
  const user = reset === undefined ? undefined : await findUser(deps.db, reset.userId)
  if (reset === undefined || user === undefined) return 'code_invalid'
  if (reset.expiresMs <= nowMs) return 'code_expired'
  if (isWeakPassword(password, user.email)) return 'password_too_weak'
  const hash = await hashPassword(password)
  const used = await deps.db.transaction(async (tx) => {
    if (!(await useReset(tx, tokenHash, user.user_id))) return undefined
    await updatePasswordHash(tx, user.user_id, { hash, nowMs })
    await dropEmailChange(tx, user.user_id)
    await revokeAllOfUser(tx, user.user_id, { reason: 'password_reset', nowMs })
    const isRemoved = dropsPasskeys && (await removePasskeys({ db: tx, clock: deps.clock }, user.user_id, null))
    await clearAccountLimit(tx, user.email)
    await rememberUse(tx, use, nowMs)
    return { isRemoved }
  })
  if (used === undefined) return 'code_invalid'
  sendAccountMailLater(deps, user, { kind: 'password_changed' })
  if (used.isRemoved) sendAccountMailLater(deps, user, { kind: 'passkey_removed' })
  return undefined
}

function resetRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Choose a new password; ends every session', answers: { 204: null } },
    deps.config,
  )
  routes.post('/reset-password', description, validate('json', resetPasswordBody), async (c) => {
    const { token, password, drop_passkeys: dropsPasskeys } = c.req.valid('json')
    const refusal = await resetPassword(deps, { token, password, dropsPasskeys, key: findIdempotencyKey(c) })
    return refusal === undefined ? c.body(null, 204) : problem(c, refusal)
  })
}

/** POST /forgot-password, /reset-password. */
export function passwordRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  forgotRoute(deps, routes)
  resetRoute(deps, routes)
  return routes
}
