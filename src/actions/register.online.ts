import { register as sendRegistration } from '../api/auth.ts'
import type { RegisterBody } from '../contract/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { keepRegistration } from './kept-registration.online.ts'
import { clearToken } from './clear-token.online.ts'

export interface Registered {
  readonly userId: string
  /** As the provider keeps it; the code went there. */
  readonly email: string
}

/** Success clears the token: the new account verifies its address before it signs in. */
export async function register(body: RegisterBody, phone: Phone = thisPhone): Promise<Result<Registered, ActionError>> {
  const answer = await attempt(phone, () => sendRegistration(phone.client, body))
  if (answer.ok) {
    keepRegistration(phone, answer.value.email, answer.value.registration_secret)
    await clearToken(phone)
  }
  return answer.ok ? ok({ userId: answer.value.user_id, email: answer.value.email }) : answer
}
