import {
  forgotPassword as askForMail,
  login,
  register as sendRegistration,
  resendVerification,
  resetPassword as sendPassword,
  verifyEmail as sendCode,
} from '../api/auth.ts'
import type { RegisterBody, User } from '../contract/auth.ts'
import { toEmail } from '../domain/email.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import { type ActionError, findRegistration } from './failures.ts'
import { deviceOf } from './referrals.online.ts'
import { attempt } from './requests.online.ts'
import { clearedOnRefusal, clearToken, openSession } from './session.online.ts'

import * as v from 'valibot'

export interface Registered {
  readonly userId: string
  /** The address as the provider stores it; the code was sent there. */
  readonly email: string
}

/** Success clears the token: the new account verifies its address before it signs in. */
export async function register(
  { referralCode, ...body }: Omit<RegisterBody, 'referral'> & { readonly referralCode?: string },
  phone: AppContext = appContext,
): Promise<Result<Registered, ActionError>> {
  const answer = await attempt(phone, async () => {
    const referral =
      referralCode === undefined ? {} : { referral: { code: referralCode, device: await deviceOf(phone) } }
    return sendRegistration(phone.client, { ...body, ...referral })
  })
  if (answer.ok) {
    keepRegistration(phone, answer.value.email, answer.value.registration_secret)
    await clearToken(phone)
  }
  return answer.ok ? ok({ userId: answer.value.user_id, email: answer.value.email }) : answer
}

/** Gives the same answer for an unregistered address. */
export async function resendCode(
  input: { readonly email: string },
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> {
  const secret = secretFor(phone, input.email)
  const answer = await attempt(phone, () =>
    resendVerification(phone.client, { ...input, ...(secret === undefined ? {} : { registration_secret: secret }) }),
  )
  return answer.ok ? ok(null) : answer
}

/** Signs in with the mailed code. Refusals: code_invalid, code_expired, registration_elsewhere. */
export const verifyEmail = async (
  input: { readonly email: string; readonly code: string },
  phone: AppContext = appContext,
): Promise<Result<User, ActionError>> => {
  const answer = await attempt(phone, async () => {
    const key = keyOfCode(phone, 'verify', input.email, input.code)
    const result = await sendUntilAnswered(phone, () =>
      sendCode(phone.client, key, { ...input, registration_secret: secretFor(phone, input.email) ?? null }),
    )
    return openSession(phone, await clearedOnRefusal(phone, result))
  })
  if (answer.ok) forgetRegistration(phone)
  return answer
}

/** In localStorage rather than the tab: a driver who reads the mail in another app may return to a discarded page. */
const KEY = 'baywise-registration'

const keptSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), secret: v.string() }))
type Kept = v.InferOutput<typeof keptSchema>

/** For a browser without localStorage, as long as the page lives. */
const ofPage = new WeakMap<AppContext, Kept>()

/** Stores the newest registration of this phone; an earlier one of another address is forgotten. */
export function keepRegistration(phone: AppContext, email: string, secret: string): void {
  const kept = { email: toEmail(email), secret }
  ofPage.set(phone, kept)
  writeLocalText(KEY, JSON.stringify(kept))
}

/**
 * Returns the secret that accompanies a code for this address; undefined when the registration began on another device.
 */
export function secretFor(phone: AppContext, email: string): string | undefined {
  const stored = v.safeParse(keptSchema, readLocalText(KEY))
  const kept = ofPage.get(phone) ?? (stored.success ? stored.output : undefined)
  return kept?.email === toEmail(email) ? kept.secret : undefined
}

export function forgetRegistration(phone: AppContext): void {
  ofPage.delete(phone)
  removeLocalText(KEY)
}

const lastOf = new WeakMap<AppContext, { readonly sent: string; readonly key: string }>()

/**
 * A mailed code works once: resending the same one after a lost answer uses the earlier key, so the provider recognises
 * it.
 */
export function keyOfCode(phone: AppContext, ...parts: readonly string[]): string {
  const sent = JSON.stringify(parts)
  const last = lastOf.get(phone)
  if (last?.sent === sent) return last.key
  const key = uuid7(phone.clock.now(), phone.random)
  lastOf.set(phone, { sent, key })
  return key
}

/** Gives the same answer for an unregistered address. */
export async function forgotPassword(
  input: { readonly email: string },
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> {
  const answer = await attempt(phone, () => askForMail(phone.client, input.email))
  return answer.ok ? ok(null) : answer
}

/** Refusals: token_invalid, token_expired, password_too_weak. */
export async function resetPassword(
  input: { readonly token: string; readonly password: string; readonly dropsPasskeys: boolean },
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> {
  const { token, password, dropsPasskeys } = input
  const key = keyOfCode(phone, 'reset', token, password, String(dropsPasskeys))
  const body = { token, password, drop_passkeys: dropsPasskeys }
  const answer = await attempt(phone, () => sendUntilAnswered(phone, () => sendPassword(phone.client, key, body)))
  return answer.ok ? ok(null) : answer
}

/** Refusals: invalid_credentials, email_not_verified, account_disabled, rate_limited. */
export const signIn = async (
  input: { readonly identifier: string; readonly password: string },
  phone: AppContext = appContext,
): Promise<Result<User, ActionError>> => {
  const answer = await attempt(phone, async () =>
    openSession(phone, await clearedOnRefusal(phone, await login(phone.client, input))),
  )
  const unproven = answer.ok ? undefined : findRegistration(answer.error)
  if (unproven !== undefined) keepRegistration(phone, input.identifier, unproven.registration_secret)
  return answer
}
