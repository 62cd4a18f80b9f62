import { login } from '../api/auth.ts'
import type { User } from '../contract/auth.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { clearedOnRefusal } from './clear-token.online.ts'
import { keepRegistration } from './kept-registration.online.ts'
import { findRegistration } from './refusal-extra.ts'
import { openSession } from './open-session.online.ts'

/** Refusals: invalid_credentials, email_not_verified, account_disabled, rate_limited. */
export const signIn = async (
  input: { readonly identifier: string; readonly password: string },
  phone: Phone = thisPhone,
): Promise<Result<User, ActionError>> => {
  const answer = await attempt(phone, async () =>
    openSession(phone, await clearedOnRefusal(phone, await login(phone.client, input))),
  )
  const unproven = answer.ok ? undefined : findRegistration(answer.error)
  if (unproven !== undefined) keepRegistration(phone, input.identifier, unproven.registration_secret)
  return answer
}
