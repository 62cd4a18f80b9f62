import { resetPassword as sendPassword } from '../api/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'

/** Refusals: token_invalid, token_expired, password_too_weak. */
export async function resetPassword(
  input: { readonly token: string; readonly password: string },
  phone: Phone = thisPhone,
): Promise<Result<null, ActionError>> {
  const answer = await attempt(phone, () => sendPassword(phone.client, input))
  return answer.ok ? ok(null) : answer
}
