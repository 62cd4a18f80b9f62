import { applyBlockedAttempt } from '../db/apply/blocked-attempts.ts'
import type { WantedStay } from '../db/read/blocked-attempts.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'

export type { WantedStay }

/** That the driver wanted to book and had no signal, for the proof. Needs no connection and sends nothing. */
export const recordBlocked = (wanted: WantedStay, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    const { state: network, lastSuccessAt: lastAnswerAt } = phone.connection.get()
    const at = phone.clock.now()
    await applyBlockedAttempt(phone.dbs, userId, { id: uuid7(at, phone.random), at, network, lastAnswerAt, wanted })
    return ok(null)
  })

/** The outcome of a booking, recorded where the connection stopped it before it was sent. */
export async function recordIfBlocked<Value>(
  wanted: WantedStay,
  asked: Promise<Result<Value, ActionError>>,
  phone: Phone = thisPhone,
): Promise<Result<Value, ActionError>> {
  const result = await asked
  if (!result.ok && result.error.kind === 'offline') await recordBlocked(wanted, phone)
  return result
}
