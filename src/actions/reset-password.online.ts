import { resetPassword as sendPassword } from '../api/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { keyOfCode } from './key-of-code.online.ts'

/** Refusals: token_invalid, token_expired, password_too_weak. */
export async function resetPassword(
  input: { readonly token: string; readonly password: string },
  phone: Phone = thisPhone,
): Promise<Result<null, ActionError>> {
  const key = keyOfCode(phone, 'reset', input.token, input.password)
  const answer = await attempt(phone, async () => {
    const { result } = await sendUntilAnswered(phone, () => sendPassword(phone.client, key, input))
    return result
  })
  return answer.ok ? ok(null) : answer
}
