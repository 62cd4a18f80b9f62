import { verifyEmail as sendCode } from '../api/auth.ts'
import type { User } from '../contract/auth.ts'
import type { Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { clearedOnRefusal } from './clear-token.online.ts'
import { openSession } from './open-session.online.ts'

interface Proof {
  readonly email: string
  readonly code: string
}

const lastOf = new WeakMap<Phone, Proof & { readonly key: string }>()

/** A code counts once: who sends it again because the answer was lost is known by the key of before. */
function keyOf(phone: Phone, { email, code }: Proof): string {
  const last = lastOf.get(phone)
  if (last?.email === email && last.code === code) return last.key
  const key = uuid7(phone.clock.now(), phone.random)
  lastOf.set(phone, { email, code, key })
  return key
}

/** Signs in with the code of the mail. Refusals: code_invalid, code_expired. */
export const verifyEmail = (proof: Proof, phone: Phone = thisPhone): Promise<Result<User, ActionError>> =>
  attempt(phone, async () => {
    const key = keyOf(phone, proof)
    const { result } = await sendUntilAnswered(phone, () => sendCode(phone.client, key, proof))
    return openSession(phone, await clearedOnRefusal(phone, result))
  })
