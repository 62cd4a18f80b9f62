import { applyPaymentDismissed } from '../db/apply/payments.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'

/** Hides an unfinished payment on this phone. Needs no connection; if the payment arrives after all, it is credited and shown. */
export const dismissPayment = (reference: string, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyPaymentDismissed(phone.dbs, userId, reference)
    return ok(null)
  })
