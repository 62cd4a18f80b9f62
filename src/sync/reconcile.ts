import { applyIntentState } from '../db/apply/intents.ts'
import { readIntents } from '../db/read/intents.ts'
import type { Phone } from './phone.ts'
import { findOutcome } from './push/find-outcome.ts'
import { acknowledge, intentLock } from './push/push.ts'

/**
 * At start: writes whose tab died before their answer. What the provider did is done; the rest is marked `unknown` and shown.
 * Nothing is sent again by itself: only the driver knows whether they still want it. False where it could not be asked.
 */
export async function reconcileIntents(phone: Phone, userId: string): Promise<boolean> {
  for (const intent of await readIntents(phone.dbs)) {
    // Another tab is sending it right now.
    if (await phone.locks.isHeld(intentLock(intent.id))) continue
    const done = await findOutcome(phone, userId, intent)
    if (!done.ok) return false
    if (done.value !== undefined) await acknowledge(phone, userId, { ack: done.value, intentId: intent.id })
    else await applyIntentState(phone.dbs, userId, { id: intent.id, state: 'unknown' })
  }
  return true
}
