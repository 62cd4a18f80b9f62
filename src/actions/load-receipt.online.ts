import { clientAs } from '../api/client.ts'
import { getReceipt } from '../api/payments.ts'
import type { Receipt } from '../contract/payments.ts'
import { applyReceipt } from '../db/apply/payments.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

/** Brings a receipt to the phone, where it stays readable. Unknown or another driver's: refused with `not_found`. */
export const loadReceipt = (number: string, phone: Phone = thisPhone): Promise<Result<Receipt, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getReceipt(clientAs(phone.client, userId), number)
    if (answer.ok) await applyReceipt(phone.dbs, userId, { receipt: answer.value, savedAt: phone.clock.now() })
    return answer
  })
