import { login } from '../api/auth.ts'
import type { User } from '../contract/auth.ts'
import type { Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { type ActionError, findRegistration } from './failures.ts'
import { attempt } from './requests.online.ts'
import { clearedOnRefusal, openSession } from './session.online.ts'
import { keepRegistration } from './registration.online.ts'

/** Refusals: invalid_credentials, email_not_verified, account_disabled, rate_limited. */
export const signIn = async (
  input: { readonly identifier: string; readonly password: string },
  phone: AppContext = appContext,
): Promise<Result<User, ActionError>> => {
  const answer = await attempt(phone, async () =>
    openSession(phone, await clearedOnRefusal(phone, await login(phone.client, input))),
  )
  const unproven = answer.ok ? undefined : findRegistration(answer.error)
  if (unproven !== undefined) keepRegistration(phone, input.identifier, unproven.registration_secret)
  return answer
}
