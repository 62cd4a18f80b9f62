import { changePassword as sendChange } from '../api/account.ts'
import type { PasswordChangeBody } from '../contract/account.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

/** Other devices are signed out, this one stays. Refusals: password_wrong, password_missing, password_too_weak, rate_limited. */
export const changePassword = (
  body: PasswordChangeBody,
  phone: Phone = thisPhone,
): Promise<Result<unknown, ActionError>> => attemptAsUser(phone, () => sendChange(phone.client, body))
