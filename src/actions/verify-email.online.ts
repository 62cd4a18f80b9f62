import { verifyEmail as sendCode } from '../api/auth.ts'
import type { User } from '../contract/auth.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { clearedOnRefusal } from './clear-token.online.ts'
import { keyOfCode } from './key-of-code.online.ts'
import { forgetRegistration, secretFor } from './kept-registration.online.ts'
import { openSession } from './open-session.online.ts'

/** Signs in with the code of the mail. Refusals: code_invalid, code_expired, registration_elsewhere. */
export const verifyEmail = async (
  input: { readonly email: string; readonly code: string },
  phone: Phone = thisPhone,
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
