import type { ApiError } from '../api/api-error.ts'
import { logout } from '../api/auth.ts'
import { endOtherSessions as sendEndOthers, endSession as sendEnd, listSessions } from '../api/sessions.ts'
import { SIGN_OUT_TIMEOUT_MS } from '../config/limits.ts'
import type { SessionWire, User } from '../contract/auth.ts'
import type { DeviceSession } from '../contract/sessions.ts'
import { applySession, applySessionExpired, applySignOut } from '../db/apply/session.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { drainSoon } from '../sync/drain.ts'
import { pullOwn } from '../sync/pull/pull-own.ts'
import type { ActionError } from './failures.ts'
import { attemptAsUser } from './requests.online.ts'
import { dropPush } from './push.online.ts'

/**
 * Clears the phone first, so that it works with no signal; then tells the provider, for a few seconds at most. A provider
 * that was not reached keeps the refresh token until it runs out, but no phone holds it any more. Commands
 * that wait are kept for this driver's next sign-in, or given up.
 */
export async function signOut(phone: AppContext = appContext, unsent: 'keep' | 'discard' = 'keep'): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined) return
  if (!(await applySignOut(phone.dbs, unsent))) phone.log.warn('signed out, but an emptied database is left')
  const told = await logout(phone.client, session.refreshToken, SIGN_OUT_TIMEOUT_MS)
  if (!told.ok) phone.log.info('signed out without telling the provider', { reason: told.error.kind })
}

/** Takes the session that the provider opened, and fetches the driver's rows without waiting for them. */
export async function openSession(
  phone: AppContext,
  answer: Result<SessionWire, ApiError>,
): Promise<Result<User, ApiError>> {
  if (!answer.ok) return answer
  const { user } = answer.value
  const before = await findSession(phone.dbs)
  // Another driver was still known here: nothing of theirs stays readable under a new name; what they asked for waits for them.
  if (before !== undefined && before.user.user_id !== user.user_id) {
    await dropPush(phone)
    await applySignOut(phone.dbs, 'keep')
  }
  await applySession(phone.dbs, answer.value, phone.clock.now())
  phone.inBackground(drainSoon(phone).then(() => pullOwn(phone)))
  return ok(user)
}

/** Where the driver is signed in, this phone first. Not kept: a list that is old would say that a stolen phone is still in, or out. */
export const loadSessions = (
  _about?: undefined,
  phone: AppContext = appContext,
): Promise<Result<readonly DeviceSession[], ActionError>> => attemptAsUser(phone, () => listSessions(phone.client))

/** Refusal: not_found for a session that is nobody's or somebody else's. */
export const endSession = (sessionId: string, phone: AppContext = appContext): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendEnd(phone.client, sessionId))

export const endOtherSessions = (phone: AppContext = appContext): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendEndOthers(phone.client))

/** Ends the session that this phone still had. What it keeps of that driver stays readable; nothing more is sent as them. */
export async function clearToken(phone: AppContext): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return
  await applySessionExpired(phone.dbs, session.refreshToken)
  phone.inBackground(logout(phone.client, session.refreshToken, SIGN_OUT_TIMEOUT_MS))
}

/** True where the provider said no; a lost answer or a provider in trouble says nothing about who is there. */
const isRefusal = (error: ApiError): boolean =>
  error.kind === 'invalid_response' || (error.kind === 'problem' && error.status < 500 && error.status !== 429)

/** The answer to a sign-in or a verification: one that fails clears the token. */
export async function clearedOnRefusal<T>(
  phone: AppContext,
  answer: Result<T, ApiError>,
): Promise<Result<T, ApiError>> {
  if (!answer.ok && isRefusal(answer.error)) await clearToken(phone)
  return answer
}
