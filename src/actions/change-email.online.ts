import { confirmEmailChange as sendCode, requestEmailChange as sendRequest } from '../api/account.ts'
import type { EmailChangeBody } from '../contract/account.ts'
import type { User } from '../contract/auth.ts'
import { applyProfile } from '../db/apply/session.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { keyOfCode } from './key-of-code.online.ts'

/** A code goes to the new address. Refusals: password_wrong, password_missing, rate_limited. */
export const requestEmailChange = (
  body: EmailChangeBody,
  phone: Phone = thisPhone,
): Promise<Result<unknown, ActionError>> => attemptAsUser(phone, () => sendRequest(phone.client, body))

/** Refusals: code_invalid, code_expired. */
export const confirmEmailChange = (code: string, phone: Phone = thisPhone): Promise<Result<User, ActionError>> =>
  attemptAsUser(phone, async () => {
    const key = keyOfCode(phone, 'email', code)
    const answer = await sendUntilAnswered(phone, () => sendCode(phone.client, key, code))
    if (answer.ok) await applyProfile(phone.dbs, answer.value)
    return answer
  })
