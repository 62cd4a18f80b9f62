import type { Currency } from '../domain/money.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import { record } from '../outbox/enqueue.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'
import { type Ack, ask } from './ask-now.online.ts'

/** A payment that its driver may now pay at the gateway; nothing is charged before that. */
export type StartedPayment = Extract<Ack, { kind: 'payment' }>

export interface TopUpInput {
  readonly amountMinor: number
  readonly currency: Currency
  /** The driver agrees that what they pay with is kept for automatic top-ups. */
  readonly keepMethod?: boolean
}

/** Starts a top-up at the gateway of the currency. Refusals: amount_out_of_range, payment_unavailable and kin. */
export const topUp = (input: TopUpInput, phone: Phone = thisPhone): Promise<Result<StartedPayment, ActionError>> =>
  ask(phone, 'payment', { kind: 'wallet.top_up', ...input })

/** With no connection: keeps the amount, to be offered again when there is one. Nothing is ever sent by itself. */
export const keepTopUp = (input: TopUpInput, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    if (storageMode.get() !== 'kept') return err({ kind: 'not_kept' })
    const kept = await record(phone, userId, { command: { kind: 'wallet.top_up', ...input }, isDraft: true })
    return kept.ok ? ok(null) : err({ kind: kept.error })
  })
