import { resetPassword as sendPassword } from '../api/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { keyOfCode } from './key-of-code.online.ts'

/** Refusals: token_invalid, token_expired, password_too_weak. */
export async function resetPassword(
  input: { readonly token: string; readonly password: string; readonly dropsPasskeys: boolean },
  phone: Phone = thisPhone,
): Promise<Result<null, ActionError>> {
  const { token, password, dropsPasskeys } = input
  const key = keyOfCode(phone, 'reset', token, password, String(dropsPasskeys))
  const body = { token, password, drop_passkeys: dropsPasskeys }
  const answer = await attempt(phone, () => sendUntilAnswered(phone, () => sendPassword(phone.client, key, body)))
  return answer.ok ? ok(null) : answer
}
