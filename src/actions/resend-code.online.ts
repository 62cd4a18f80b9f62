import { resendVerification } from '../api/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { secretFor } from './kept-registration.online.ts'
import { attempt } from './attempt.online.ts'

/** Answers the same for an address that nobody registered. */
export async function resendCode(
  input: { readonly email: string },
  phone: Phone = thisPhone,
): Promise<Result<null, ActionError>> {
  const secret = secretFor(phone, input.email)
  const answer = await attempt(phone, () =>
    resendVerification(phone.client, { ...input, ...(secret === undefined ? {} : { registration_secret: secret }) }),
  )
  return answer.ok ? ok(null) : answer
}
