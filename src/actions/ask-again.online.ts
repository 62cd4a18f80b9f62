import type { Booking } from '../contract/bookings.ts'
import { findIntent } from '../db/read/intents.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { resend } from '../sync/push/push.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser, toActionError } from './attempt.online.ts'
import { followMoney } from './push-write.online.ts'
import { withStorage } from './with-storage.ts'

/**
 * On the driver's tap: sends an unfinished write again with its own key. A write that had arrived is answered from the
 * provider's memory, one that had not takes effect now. Null: it was about a vehicle, or is settled already.
 */
export const askAgain = (intentId: string, phone: Phone = thisPhone): Promise<Result<Booking | null, ActionError>> =>
  withStorage(() => findAndResend(intentId, phone))

async function findAndResend(intentId: string, phone: Phone): Promise<Result<Booking | null, ActionError>> {
  const intent = await findIntent(intentId, phone.dbs)
  if (intent === undefined) return ok(null)
  const sent = await attemptAsUser(phone, async (userId) => ok(await resend(phone, userId, intent)))
  if (!sent.ok) return sent
  const answer = sent.value
  if (!answer.ok) return { ok: false, error: await toActionError(phone, answer.error) }
  if (answer.value.kind !== 'booking') return ok(null)
  phone.inBackground(followMoney(phone, answer.value.booking))
  return ok(answer.value.booking)
}
