import type { ApiError } from '../api/api-error.ts'
import { logout } from '../api/auth.ts'
import { endOtherSessions as sendEndOthers, endSession as sendEnd, listSessions } from '../api/sessions.ts'
import { SIGN_OUT_TIMEOUT_MS } from '../config/limits.ts'
import type { SessionWire, User } from '../contract/auth.ts'
import type { DeviceSession } from '../contract/sessions.ts'
import { applySession, applySessionExpired, applySignOut } from '../db/apply/session.ts'
import { findSession } from '../db/read/session.ts'
import { readPushDevice } from '../lib/push-device.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { drainSoon } from '../sync/drain.ts'
import { pullOwn } from '../sync/pull/pull-own.ts'
import type { ActionError } from './failures.ts'
import { attemptAsUser } from './requests.online.ts'
import { dropPush, renewPush } from './push.online.ts'

/**
 * Clears the phone first, so that it works with no signal; then tells the provider, for a few seconds at most. A
 * provider that was not reached keeps the refresh token until it expires, but no phone has it any more. Waiting
 * commands are kept for this driver's next sign-in, or discarded.
 */
export async function signOut(phone: AppContext = appContext, unsent: 'keep' | 'discard' = 'keep'): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined) return
  if (!(await applySignOut(phone.dbs, unsent))) phone.log.warn('signed out, but an emptied database is left')
  const told = await logout(phone.client, session.refreshToken, SIGN_OUT_TIMEOUT_MS)
  if (!told.ok) phone.log.info('signed out without telling the provider', { reason: told.error.kind })
}

/** Stores the session that the provider opened, and pulls the driver's rows in the background. */
export async function openSession(
  phone: AppContext,
  answer: Result<SessionWire, ApiError>,
): Promise<Result<User, ApiError>> {
  if (!answer.ok) return answer
  const { user } = answer.value
  const before = await findSession(phone.dbs)
  // Another driver was still signed in here: their data must not stay readable for the new one; their requests wait for
  // them.
  if (before !== undefined && before.user.user_id !== user.user_id) {
    await dropPush(phone)
    await applySignOut(phone.dbs, 'keep')
  }
  await applySession(phone.dbs, answer.value, phone.clock.now())
  phone.inBackground(drainSoon(phone).then(() => pullOwn(phone)))
  // The provider ends notifications with the session that turned them on.
  if (readPushDevice() !== null) phone.inBackground(renewPush({}, phone))
  return ok(user)
}

/**
 * Fetches where the driver is signed in, this phone first. Not stored: an outdated list would misreport whether a
 * stolen phone is signed in.
 */
export const loadSessions = (
  _about?: undefined,
  phone: AppContext = appContext,
): Promise<Result<readonly DeviceSession[], ActionError>> => attemptAsUser(phone, () => listSessions(phone.client))

/** Refusal: not_found for an unknown session or another driver's. */
export const endSession = (sessionId: string, phone: AppContext = appContext): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendEnd(phone.client, sessionId))

export const endOtherSessions = (phone: AppContext = appContext): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendEndOthers(phone.client))

/** Ends this phone's previous session. That driver's stored data stays readable; nothing more is sent as them. */
export async function clearToken(phone: AppContext): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return
  await applySessionExpired(phone.dbs, session.refreshToken)
  phone.inBackground(logout(phone.client, session.refreshToken, SIGN_OUT_TIMEOUT_MS))
}

/** Returns whether the provider refused; a lost answer or a provider in trouble says nothing about the session. */
const isRefusal = (error: ApiError): boolean =>
  error.kind === 'invalid_response' || (error.kind === 'problem' && error.status < 500 && error.status !== 429)

/** Passes on the answer to a sign-in or a verification; a refusal clears the token. */
export async function clearedOnRefusal<T>(
  phone: AppContext,
  answer: Result<T, ApiError>,
): Promise<Result<T, ApiError>> {
  if (!answer.ok && isRefusal(answer.error)) await clearToken(phone)
  return answer
}
