import { Hono } from 'hono'
import * as v from 'valibot'
import { registerBody, registered, resendBody, verifiedSchema, verifyEmailBody } from '../../src/contract/auth.ts'
import { toUserId, type UserId } from '../../src/domain/ids.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { type OpenSession, toSessionWire } from './open-session.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { validate } from '../http/validate.ts'
import { mayMail, sendAccountMail, takeMail } from '../services/account-mails.ts'
import { hashCodeOf, makeRegistrationSecret, readRegistrationSecret } from '../services/registration-secret.ts'
import { runInBackground } from '../services/background.ts'
import { enterReferral, findReferrer } from '../services/referrals.ts'
import { startFamily } from '../repositories/sessions.ts'
import { rememberUse, type UsedCode, wasUsedBy } from '../repositories/used-codes.ts'
import {
  countWrongCode,
  findByCode,
  findRegistration,
  forgetRegistrations,
  insertRegistration,
  lockRegistration,
  type NewCode,
  type RegistrationRow,
  replaceCode,
} from '../repositories/registrations.ts'
import { findUser, findUserByEmail, insertUser, newAccount, type UserRow } from '../repositories/users.ts'
import { type Device, deviceOf } from '../rules/device.ts'
import { hashPassword } from '../rules/passwords.ts'
import { isWeakPassword, normaliseEmail, toPhone } from '../rules/registration.ts'
import { makeEmailCode } from '../rules/tokens.ts'
import { CODE_VALID_MS, judgeCode } from '../rules/verification.ts'

async function makeCode(
  tx: Queryable,
  userId: UserId,
  nowMs: number,
): Promise<{ readonly code: string; readonly stored: NewCode }> {
  const code = makeEmailCode()
  return { code, stored: { hash: await hashCodeOf(tx, userId, code), expiresMs: nowMs + CODE_VALID_MS } }
}

/**
 * Runs after the answer, so that a known address takes no longer than an unknown one: only the secret, derived from the
 * new id, is needed for the answer.
 */
async function beginRegistration(deps: ProviderDeps, row: RegistrationRow): Promise<void> {
  if (!(await mayMail(deps, 'registration', row.email))) return
  const known = await findUserByEmail(deps.db, row.email)
  if (known !== undefined) return sendAccountMail(deps, known, { kind: 'already_registered' })
  const nowMs = deps.clock.now()
  const { code, stored } = await makeCode(deps.db, row.user_id, nowMs)
  await deps.db.transaction((tx) => insertRegistration(tx, row, { code: stored, nowMs }))
  return sendAccountMail(deps, row, { kind: 'verify_email', code })
}

function registerRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Create an account and send a code', answers: { 201: registered } },
    deps.config,
  )
  routes.post('/register', description, validate('json', registerBody), async (c) => {
    const body = c.req.valid('json')
    const email = normaliseEmail(body.email)
    if (body.password !== undefined && isWeakPassword(body.password, email))
      return problem(c, 'password_too_weak', { fields: [{ field: 'password', code: 'password_too_weak' }] })
    // Same answer and a new id, whether or not the address is known.
    const userId = toUserId(uuid7(deps.clock.now()))
    const { first_name = '', last_name = '', country_code, language, referral = null } = body
    const phone = toPhone(body.phone, country_code)
    if (phone === undefined) return problem(c, 'validation_failed', { fields: [{ field: 'phone', code: 'phone' }] })
    if (referral !== null && (await findReferrer(deps.db, referral.code)) === undefined)
      return problem(c, 'referral_not_found', { fields: [{ field: 'referral', code: 'referral_not_found' }] })
    const password_hash = body.password === undefined ? null : await hashPassword(body.password)
    const names = { first_name, last_name, phone, country_code, language }
    const row = { user_id: userId, email, password_hash, referral, ...names }
    runInBackground(deps.log, 'auth.register', () => beginRegistration(deps, row))
    const secret = await makeRegistrationSecret(deps.db, userId)
    return c.json({ data: { user_id: userId, email, registration_secret: secret } }, 201)
  })
}

interface Proof {
  readonly email: string
  readonly code: string
  /** Secret of the registration that the code was sent for. Undefined: the registration is found by the code. */
  readonly secret: string | undefined
  readonly device: Device
  /** Idempotency-Key, if sent. */
  readonly key: string | undefined
}

interface Opening {
  readonly userId: UserId
  readonly nowMs: number
  readonly device: Device
}

async function startProven(tx: Queryable, user: UserRow, at: Omit<Opening, 'userId'>): Promise<OpenSession> {
  const { familyId, token } = await startFamily(tx, user.user_id, at)
  return { familyId, refreshToken: token, user }
}

type Refusal = 'code_invalid' | 'code_expired' | 'account_disabled'

/** Signs in again when the same request is repeated after it opened the account. */
async function openAgain(tx: Queryable, use: UsedCode, { userId, ...at }: Opening): Promise<OpenSession | Refusal> {
  const user = await findUser(tx, userId)
  const isAgain = await wasUsedBy(tx, use, { nowMs: at.nowMs, validMs: CODE_VALID_MS })
  if (!isAgain || user === undefined) return 'code_invalid'
  return user.disabled_at === null ? startProven(tx, user, at) : 'account_disabled'
}

/** Turns the registration into the account, and deletes the others for its address. */
async function openFirst(
  tx: Queryable,
  row: RegistrationRow,
  at: Omit<Opening, 'userId'>,
): Promise<OpenSession | Refusal> {
  const user = { ...row, email_verified_at: at.nowMs }
  await forgetRegistrations(tx, row.email)
  // An account with this address was opened another way in the meantime.
  if (!(await insertUser(tx, user, at.nowMs))) return 'code_invalid'
  // An invalid code does not prevent the account; the wallet then shows that no code was entered.
  if (row.referral !== null) await enterReferral(tx, { userId: row.user_id, nowMs: at.nowMs, ...row.referral })
  return startProven(tx, newAccount(user), at)
}

async function verifyEmail(deps: ProviderDeps, proof: Proof): Promise<OpenSession | Refusal> {
  const { email, code, secret, device, key } = proof
  const nowMs = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const named =
      secret === undefined
        ? await findByCode(tx, email, (id) => hashCodeOf(tx, id, code))
        : await readRegistrationSecret(tx, secret)
    // An invalid secret, or an unknown code, takes the same steps as a valid one.
    const userId = named ?? toUserId(uuid7(nowMs))
    const codeHash = await hashCodeOf(tx, userId, code)
    const use = { scope: `verify:${userId}`, key, hash: codeHash }
    const found = await lockRegistration(tx, userId)
    const own = found?.row.email === email ? found : undefined
    const verdict = judgeCode(own?.code, codeHash, nowMs)
    if (verdict === 'expired') return 'code_expired'
    if (own === undefined) return openAgain(tx, use, { userId, nowMs, device })
    if (verdict === 'wrong') {
      await countWrongCode(tx, userId)
      return 'code_invalid'
    }
    await rememberUse(tx, use, nowMs)
    return openFirst(tx, own.row, { nowMs, device })
  })
}

function verifyRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Prove the address with the code; signs in', answers: { 200: verifiedSchema } },
    deps.config,
  )
  routes.post('/verify-email', description, validate('json', verifyEmailBody), async (c) => {
    const { email, code, registration_secret: secret } = c.req.valid('json')
    // The same for every address, so that a phone without a secret learns nothing by trying codes.
    if (secret === null) return problem(c, 'registration_elsewhere')
    const device = deviceOf(c.req.header('user-agent'))
    const key = findIdempotencyKey(c)
    const outcome = await verifyEmail(deps, { email: normaliseEmail(email), code, secret, device, key })
    if (typeof outcome === 'string') return problem(c, outcome)
    const { access_token: token, ...rest } = await toSessionWire(c, deps, outcome)
    return c.json({ token, ...rest })
  })
}

/** Sends another code for the phone's own registration, or for the newest one when the phone does not name it. */
async function resendCode(deps: ProviderDeps, email: string, secret: string | undefined): Promise<void> {
  const nowMs = deps.clock.now()
  const sent = await deps.db.transaction(async (tx) => {
    const ownId = secret === undefined ? undefined : await readRegistrationSecret(tx, secret)
    const own = ownId === undefined ? undefined : (await lockRegistration(tx, ownId))?.row
    const row = own?.email === email ? own : await findRegistration(tx, email)
    if (row === undefined) return undefined
    const { code, stored } = await makeCode(tx, row.user_id, nowMs)
    await replaceCode(tx, row.user_id, stored)
    return { row, code }
  })
  if (sent !== undefined) await sendAccountMail(deps, sent.row, { kind: 'verify_email', code: sent.code })
}

function resendRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Send another code', answers: { 202: v.object({}) } },
    deps.config,
  )
  routes.post('/resend-verification', description, validate('json', resendBody), async (c) => {
    const { email: typed, registration_secret: secret } = c.req.valid('json')
    const email = normaliseEmail(typed)
    const waitSeconds = await takeMail(deps, 'registration', email)
    if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
    runInBackground(deps.log, 'auth.resend', () => resendCode(deps, email, secret))
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
