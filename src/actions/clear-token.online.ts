import type { ApiError } from '../api/api-error.ts'
import { logout } from '../api/auth.ts'
import { SIGN_OUT_TIMEOUT_MS } from '../config/limits.ts'
import { applySessionExpired } from '../db/apply/session.ts'
import { findSession } from '../db/read/session.ts'
import type { Result } from '../lib/result.ts'
import type { Phone } from '../sync/phone.ts'

/** Ends the session that this phone still had. What it keeps of that driver stays readable; nothing more is sent as them. */
export async function clearToken(phone: Phone): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return
  await applySessionExpired(phone.dbs, session.refreshToken)
  phone.inBackground(logout(phone.client, session.refreshToken, SIGN_OUT_TIMEOUT_MS))
}

/** True where the provider said no; a lost answer or a provider in trouble says nothing about who is there. */
const isRefusal = (error: ApiError): boolean =>
  error.kind === 'invalid_response' || (error.kind === 'problem' && error.status < 500 && error.status !== 429)

/** The answer to a sign-in or a verification: one that fails clears the token. */
export async function clearedOnRefusal<T>(phone: Phone, answer: Result<T, ApiError>): Promise<Result<T, ApiError>> {
  if (!answer.ok && isRefusal(answer.error)) await clearToken(phone)
  return answer
}
