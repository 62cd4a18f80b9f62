import type { Booking } from '../contract/bookings.ts'
import { applyIntentGone } from '../db/apply/intents.ts'
import { findIntent } from '../db/read/intents.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { findOutcome } from '../sync/push/find-outcome.ts'
import { acknowledge } from '../sync/push/push.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

/**
 * Forgets an unfinished write, but asks the provider first. A booking: it had gone through after all, and is in the
 * mirror now. Null: it never arrived, or was about a vehicle.
 */
export const dismissIntent = (
  intentId: string,
  phone: Phone = thisPhone,
): Promise<Result<Booking | null, ActionError>> => withStorage(() => askAndForget(intentId, phone))

async function askAndForget(intentId: string, phone: Phone): Promise<Result<Booking | null, ActionError>> {
  const intent = await findIntent(intentId, phone.dbs)
  if (intent === undefined) return ok(null)
  return attemptAsUser(phone, async (userId) => {
    const done = await findOutcome(phone, userId, intent)
    if (!done.ok) return done
    if (done.value === undefined) await applyIntentGone(phone.dbs, userId, intentId)
    else await acknowledge(phone, userId, { ack: done.value, intentId })
    return ok(done.value?.kind === 'booking' ? done.value.booking : null)
  })
}
