import { forgotPassword as askForMail } from '../api/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'

/** Answers the same for an address that nobody registered. */
export async function forgotPassword(
  input: { readonly email: string },
  phone: Phone = thisPhone,
): Promise<Result<null, ActionError>> {
  const answer = await attempt(phone, () => askForMail(phone.client, input.email))
  return answer.ok ? ok(null) : answer
}
