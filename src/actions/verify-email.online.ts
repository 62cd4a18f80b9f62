import { verifyEmail as sendCode } from '../api/auth.ts'
import type { User } from '../contract/auth.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { clearedOnRefusal } from './clear-token.online.ts'
import { keyOfCode } from './key-of-code.online.ts'
import { openSession } from './open-session.online.ts'

/** Signs in with the code of the mail. Refusals: code_invalid, code_expired. */
export const verifyEmail = (
  input: { readonly email: string; readonly code: string },
  phone: Phone = thisPhone,
): Promise<Result<User, ActionError>> =>
  attempt(phone, async () => {
    const key = keyOfCode(phone, 'verify', input.email, input.code)
    const { result } = await sendUntilAnswered(phone, () => sendCode(phone.client, key, input))
    return openSession(phone, await clearedOnRefusal(phone, result))
  })
