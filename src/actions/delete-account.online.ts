import { deleteAccount as send } from '../api/account.ts'
import type { AccountDeleteBody } from '../contract/account.ts'
import { applySignOut } from '../db/apply/session.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { dropPush } from './turn-off-push.online.ts'

/**
 * The provider first; once it has, nothing of the driver stays on this phone, what waits for signal neither. Refusals: password_wrong,
 * password_missing, bookings_running, money_moving, wallet_not_empty.
 */
export async function deleteAccount(
  body: AccountDeleteBody,
  phone: Phone = thisPhone,
): Promise<Result<unknown, ActionError>> {
  const answer = await attemptAsUser(phone, () => send(phone.client, body))
  if (!answer.ok) return answer
  await dropPush(phone)
  if (!(await applySignOut(phone.dbs))) phone.log.warn('account deleted, but an emptied database is left')
  return answer
}
