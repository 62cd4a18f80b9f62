import { Hono } from 'hono'
import * as v from 'valibot'
import { emailChangeBody, emailChangeConfirmBody } from '../../src/contract/account.ts'
import { profileSingle } from '../../src/contract/auth.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { confirmPassword } from './guards/confirm-password.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { sendAccountMail, sendAccountMailLater, takeMail } from '../services/account-mails.ts'
import { runInBackground } from '../services/background.ts'
import { countWrongEmailCode, lockEmailChange, moveToEmail, storeEmailChange } from '../repositories/email-changes.ts'
import { pauseFactorCodes } from '../repositories/second-factors.ts'
import { rememberUse, wasUsedBy } from '../repositories/used-codes.ts'
import { findUser, findUserByEmail, toUserWire, type UserRow } from '../repositories/users.ts'
import { normaliseEmail } from '../rules/registration.ts'
import { hashCode, makeEmailCode, makeSecret } from '../rules/tokens.ts'
import { CODE_VALID_MS, judgeCode } from '../rules/verification.ts'

/** Bound to account and address: a code confirms only one change. */
async function hashCodeOf(db: Queryable, userId: UserId, code: string): Promise<string> {
  return hashCode(await getOrCreateSecret(db, 'email_change_codes', makeSecret), `${userId}:${code}`)
}

/**
 * Runs after the answer, which is the same when another account has the address; that account's owner is then notified,
 * and no code is sent.
 */
async function sendCode(deps: ProviderDeps, user: UserRow, email: string): Promise<void> {
  const code = makeEmailCode()
  const codeHash = await hashCodeOf(deps.db, user.user_id, code)
  await storeEmailChange(deps.db, user.user_id, { email, codeHash, expiresMs: deps.clock.now() + CODE_VALID_MS })
  const other = await findUserByEmail(deps.db, email)
  if (other !== undefined) await sendAccountMail(deps, other, { kind: 'already_registered' })
  else await sendAccountMail(deps, { ...user, email }, { kind: 'change_email', code })
}

function requestRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'profile', summary: 'Mail a code to a new address', answers: { 202: v.object({}) }, secured: true },
    deps.config,
  )
  routes.post('/users/email-change', description, requireUser(deps), validate('json', emailChangeBody), async (c) => {
    const { password, ...body } = c.req.valid('json')
    const email = normaliseEmail(body.email)
    const user = await findUser(deps.db, c.get('userId'))
    if (user === undefined) return problem(c, 'token_invalid')
    const refusal = await confirmPassword(c, deps, { user, password })
    if (refusal !== undefined) return refusal
    if (email === user.email) return problem(c, 'validation_failed', { fields: [{ field: 'email', code: 'invalid' }] })
    const waitSeconds = await takeMail(deps, 'email_change', email)
    if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
    runInBackground(deps.log, 'account.email_change', () => sendCode(deps, user, email))
    return c.json({}, 202)
  })
}

interface NewAddress {
  readonly user: UserRow
  readonly code: string
  /** Idempotency-Key, if sent. */
  readonly key: string | undefined
}

/** `isAgain`: already confirmed by the same request, whose answer was lost. */
async function confirmEmail(
  deps: ProviderDeps,
  { user, code, key }: NewAddress,
): Promise<{ readonly email: string; readonly isAgain: boolean } | 'code_invalid' | 'code_expired'> {
  const nowMs = deps.clock.now()
  const { user_id: userId } = user
  return deps.db.transaction(async (tx) => {
    const change = await lockEmailChange(tx, userId)
    const hash = await hashCodeOf(tx, userId, code)
    const use = { scope: `email:${userId}`, key, hash }
    const verdict = judgeCode(change, hash, nowMs)
    switch (verdict) {
      case 'wrong':
        if (await wasUsedBy(tx, use, { nowMs, validMs: CODE_VALID_MS })) return { email: user.email, isAgain: true }
        await countWrongEmailCode(tx, userId)
        return 'code_invalid'
      case 'expired':
        return 'code_expired'
      case 'right': {
        if (change === undefined || !(await moveToEmail(tx, userId, { email: change.email, nowMs })))
          return 'code_invalid'
        await pauseFactorCodes(tx, userId, nowMs)
        await rememberUse(tx, use, nowMs)
        return { email: change.email, isAgain: false }
      }
      default:
        return unreachable(verdict)
    }
  })
}

function confirmRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'profile', summary: 'Prove the new address with its code', answers: { 200: profileSingle }, secured: true },
    deps.config,
  )
  routes.post(
    '/users/email-change/confirm',
    description,
    requireUser(deps),
    validate('json', emailChangeConfirmBody),
    async (c) => {
      const old = await findUser(deps.db, c.get('userId'))
      if (old === undefined) return problem(c, 'token_invalid')
      const { code } = c.req.valid('json')
      const outcome = await confirmEmail(deps, { user: old, code, key: findIdempotencyKey(c) })
      if (typeof outcome === 'string') return problem(c, outcome)
      if (!outcome.isAgain) sendAccountMailLater(deps, old, { kind: 'email_changed' })
      return c.json({ data: toUserWire({ ...old, email: outcome.email }) })
    },
  )
}

/** POST /users/email-change, /users/email-change/confirm. The old address stays until the new one is confirmed. */
export function accountEmailRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  requestRoute(deps, routes)
  confirmRoute(deps, routes)
  return routes
}
