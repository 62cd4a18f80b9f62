import { applyKeptWish } from '../db/apply/payments.ts'
import type { Currency } from '../domain/money.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'
import { type StartedPayment, startPayment } from './start-payment.online.ts'

export interface TopUpInput {
  readonly amountMinor: number
  readonly currency: Currency
  /** The driver agrees that what they pay with is kept for automatic top-ups. */
  readonly keepMethod?: boolean
}

/** Starts a top-up at the gateway of the currency. Refusals: amount_out_of_range, payment_unavailable and kin. */
export const topUp = (input: TopUpInput, phone: Phone = thisPhone): Promise<Result<StartedPayment, ActionError>> =>
  startPayment({ kind: 'top_up', ...input }, phone)

/** With no connection: keeps the amount, to be offered again when there is one. Nothing is ever sent by itself. */
export const keepTopUp = (input: TopUpInput, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    if (storageMode.get() !== 'kept') return err({ kind: 'not_kept' })
    const createdAt = phone.clock.now()
    const id = uuid7(createdAt, phone.random)
    await applyKeptWish(phone.dbs, userId, { id, wish: { kind: 'top_up', ...input }, state: 'kept', createdAt })
    return ok(null)
  })
