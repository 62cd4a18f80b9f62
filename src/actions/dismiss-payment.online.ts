import { applyWishGone } from '../db/apply/payments.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'

/**
 * Forgets an amount that was kept, or a payment whose answer was lost. Needs no connection: nothing was charged, because the driver
 * pays at the gateway alone; a payment that had been started is listed by the provider and closes by itself.
 */
export const dismissPayment = (wishId: string, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyWishGone(phone.dbs, userId, wishId)
    return ok(null)
  })
