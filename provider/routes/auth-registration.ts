import { Hono } from 'hono'
import * as v from 'valibot'
import { emailBody, registerBody, registered, verifiedSchema, verifyEmailBody } from '../../src/contract/auth.ts'
import { toUserId } from '../../src/domain/ids.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { type OpenSession, toSessionWire } from '../http/open-session.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { validate } from '../http/validate.ts'
import { mayMail, sendAccountMail, sendAccountMailLater, takeMail } from '../mail/account-mails.ts'
import { runInBackground } from '../mail/background.ts'
import { startFamily } from '../repositories/sessions.ts'
import { rememberUse, wasUsedBy } from '../repositories/used-codes.ts'
import {
  countWrongCode,
  findUserByEmail,
  insertUser,
  lockCode,
  markEmailVerified,
  type NewUser,
  storeCode,
  type UserRow,
} from '../repositories/users.ts'
import { type Device, deviceOf } from '../rules/device.ts'
import { hashPassword } from '../rules/passwords.ts'
import { isWeakPassword, normaliseEmail, toPhone } from '../rules/registration.ts'
import { hashCode, makeEmailCode, makeSecret } from '../rules/tokens.ts'
import { CODE_VALID_MS, judgeCode } from '../rules/verification.ts'

/** Bound to the account, so that one stored hash says nothing about another's code. */
async function hashCodeOf(db: Queryable, userId: string, code: string): Promise<string> {
  return hashCode(await getOrCreateSecret(db, 'email_codes', makeSecret), `${userId}:${code}`)
}

async function makeCode(tx: Queryable, userId: UserRow['user_id'], nowMs: number): Promise<string> {
  const code = makeEmailCode()
  await storeCode(tx, userId, { hash: await hashCodeOf(tx, userId, code), expiresMs: nowMs + CODE_VALID_MS })
  return code
}

async function createAccount(deps: ProviderDeps, user: NewUser): Promise<void> {
  if (!(await mayMail(deps, user.email))) return
  const nowMs = deps.clock.now()
  const code = await deps.db.transaction(async (tx) =>
    (await insertUser(tx, user, nowMs)) ? makeCode(tx, user.user_id, nowMs) : undefined,
  )
  if (code !== undefined) {
    sendAccountMailLater(deps, user, { kind: 'verify_email', code })
    return
  }
  const known = await findUserByEmail(deps.db, user.email)
  // Not proven yet: a twin of this request was first and has sent its code.
  if (known !== undefined && known.email_verified_at !== null)
    sendAccountMailLater(deps, known, { kind: 'already_registered' })
}

function registerRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Create an account and send a code', answers: { 201: registered } },
    deps.config,
  )
  routes.post('/register', description, validate('json', registerBody), async (c) => {
    const body = c.req.valid('json')
    const email = normaliseEmail(body.email)
    if (isWeakPassword(body.password, email))
      return problem(c, 'password_too_weak', { fields: [{ field: 'password', code: 'password_too_weak' }] })
    // The same work, the same answer and a fresh id whether the address is known or not.
    const userId = toUserId(uuid7(deps.clock.now()))
    const { first_name, last_name, country_code, language } = body
    const phone = toPhone(body.phone, country_code)
    if (phone === undefined) return problem(c, 'validation_failed', { fields: [{ field: 'phone', code: 'phone' }] })
    const password_hash = await hashPassword(body.password)
    const names = { first_name, last_name, phone, country_code, language }
    await createAccount(deps, { user_id: userId, email, password_hash, ...names, email_verified_at: null })
    return c.json({ data: { user_id: userId, email } }, 201)
  })
}

interface Proof {
  readonly email: string
  readonly code: string
  readonly device: Device
  /** Idempotency-Key, if the phone sends one. */
  readonly key: string | undefined
}

async function startProven(
  tx: Queryable,
  user: UserRow,
  at: { readonly nowMs: number; readonly device: Device },
): Promise<OpenSession> {
  const { familyId, token } = await startFamily(tx, user.user_id, at)
  return { familyId, refreshToken: token, user: { ...user, email_verified_at: user.email_verified_at ?? at.nowMs } }
}

async function verifyEmail(
  deps: ProviderDeps,
  { email, code, device, key }: Proof,
): Promise<OpenSession | 'code_invalid' | 'code_expired' | 'account_disabled'> {
  const nowMs = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    // An unknown address takes the same steps as a known one.
    const userId = user?.user_id ?? toUserId(uuid7(nowMs))
    const codeHash = await hashCodeOf(tx, userId, code)
    const use = { scope: `verify:${userId}`, key, hash: codeHash }
    const verdict = judgeCode(await lockCode(tx, userId), codeHash, nowMs)
    switch (verdict) {
      case 'wrong': {
        const isAgain = await wasUsedBy(tx, use, { nowMs, validMs: CODE_VALID_MS })
        if (isAgain && user !== undefined && user.disabled_at === null) return startProven(tx, user, { nowMs, device })
        await countWrongCode(tx, userId)
        return 'code_invalid'
      }
      case 'expired':
        return 'code_expired'
      case 'right': {
        if (user === undefined) return 'code_invalid'
        if (user.disabled_at !== null) return 'account_disabled'
        await markEmailVerified(tx, userId, nowMs)
        await rememberUse(tx, use, nowMs)
        return startProven(tx, user, { nowMs, device })
      }
      default:
        return unreachable(verdict)
    }
  })
}

function verifyRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Prove the address with the code; signs in', answers: { 200: verifiedSchema } },
    deps.config,
  )
  routes.post('/verify-email', description, validate('json', verifyEmailBody), async (c) => {
    const { email, code } = c.req.valid('json')
    const device = deviceOf(c.req.header('user-agent'))
    const key = findIdempotencyKey(c)
    const outcome = await verifyEmail(deps, { email: normaliseEmail(email), code, device, key })
    if (typeof outcome === 'string') return problem(c, outcome)
    const { access_token: token, ...rest } = await toSessionWire(deps, outcome)
    return c.json({ token, ...rest })
  })
}

async function resendCode(deps: ProviderDeps, email: string): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined || user.email_verified_at !== null || user.disabled_at !== null) return
  const code = await makeCode(deps.db, user.user_id, deps.clock.now())
  await sendAccountMail(deps, user, { kind: 'verify_email', code })
}

function resendRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Send another code', answers: { 202: v.object({}) } },
    deps.config,
  )
  routes.post('/resend-verification', description, validate('json', emailBody), async (c) => {
    const email = normaliseEmail(c.req.valid('json').email)
    const waitSeconds = await takeMail(deps, 'code', email)
    if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
    runInBackground(deps.log, 'auth.resend', () => resendCode(deps, email))
    return c.json({}, 202)
  })
}

/** POST /register, /verify-email, /resend-verification. */
export function registrationRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  registerRoute(deps, routes)
  verifyRoute(deps, routes)
  resendRoute(deps, routes)
  return routes
}
