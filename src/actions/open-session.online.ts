import type { ApiError } from '../api/api-error.ts'
import type { SessionWire, User } from '../contract/auth.ts'
import { applySession, applySignOut } from '../db/apply/session.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import type { Phone } from '../sync/phone.ts'
import { drainSoon } from '../sync/drain.ts'
import { pullOwn } from '../sync/pull/pull-own.ts'
import { dropPush } from './turn-off-push.online.ts'

/** Takes the session that the provider opened, and fetches the driver's rows without waiting for them. */
export async function openSession(
  phone: Phone,
  answer: Result<SessionWire, ApiError>,
): Promise<Result<User, ApiError>> {
  if (!answer.ok) return answer
  const { user } = answer.value
  const before = await findSession(phone.dbs)
  // Another driver was still known here: nothing of theirs stays readable under a new name; what they asked for waits for them.
  if (before !== undefined && before.user.user_id !== user.user_id) {
    await dropPush(phone)
    await applySignOut(phone.dbs, 'keep')
  }
  await applySession(phone.dbs, answer.value, phone.clock.now())
  phone.inBackground(drainSoon(phone).then(() => pullOwn(phone)))
  return ok(user)
}
