import { type ApiError, isOutcomeUnknown } from '../api/api-error.ts'
import { type Client, clientAs } from '../api/client.ts'
import { addFunds, checkoutBooking } from '../api/payments.ts'
import type { PaymentInfo, PaymentWire } from '../contract/payments.ts'
import { applyStartedPayment, applyWish, applyWishGone, applyWishState } from '../db/apply/payments.ts'
import { findWish, type PaymentWish, type PaymentWishRow } from '../db/read/payments.ts'
import { unreachable } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { intentLock, type PushError } from '../sync/push/push.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'
import { toldAt } from '../sync/told-at.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

/** A payment that its driver may now pay at the gateway; nothing is charged before that. */
export interface StartedPayment {
  readonly payment: PaymentWire
  readonly info: PaymentInfo
}

type Started = Promise<Result<StartedPayment, ApiError | PushError>>

async function ask(client: Client, { id: key, wish }: PaymentWishRow): Promise<Result<StartedPayment, ApiError>> {
  switch (wish.kind) {
    case 'top_up': {
      const answer = await addFunds(client, key, { amount: wish.amountMinor, currency: wish.currency })
      return answer.ok ? ok({ payment: answer.value.payment, info: answer.value.payment_info }) : answer
    }
    case 'booking': {
      const answer = await checkoutBooking(client, key, wish.body)
      return answer.ok ? ok({ payment: answer.value.payment, info: answer.value.payment_info }) : answer
    }
    default:
      return unreachable(wish)
  }
}

async function sendAndSettle(phone: Phone, userId: string, row: PaymentWishRow): Started {
  const client = clientAs(phone.client, userId)
  const { result, isLost } = await sendUntilAnswered(phone, () => ask(client, row))
  if (result.ok) {
    await applyStartedPayment(phone.dbs, userId, { wish: row, ...result.value, ...toldAt(phone) })
    return result
  }
  const isRefused = result.error.kind === 'problem' && !isOutcomeUnknown(result.error)
  if (isRefused || (!isLost && row.state !== 'unknown')) {
    await applyWishGone(phone.dbs, userId, row.id)
    return err(result.error)
  }
  await applyWishState(phone.dbs, userId, { id: row.id, state: 'unknown' })
  return result.error.kind === 'signed_out' ? err(result.error) : err({ kind: 'outcome_unknown', intentId: row.id })
}

const underLock = (phone: Phone, userId: string, row: PaymentWishRow): Started =>
  phone.locks.run(intentLock(row.id), async () => {
    const isStored = await applyWish(phone.dbs, userId, row)
    return isStored ? sendAndSettle(phone, userId, row) : err({ kind: 'signed_out' })
  })

/** The wish and its key are stored, then sent; a lost answer is asked for with the same key, so one tap starts one payment. */
export const startPayment = (wish: PaymentWish, phone: Phone): Promise<Result<StartedPayment, ActionError>> =>
  attemptAsUser(phone, (userId) => {
    const createdAt = phone.clock.now()
    return underLock(phone, userId, { id: uuid7(createdAt, phone.random), wish, state: 'sending', createdAt })
  })

/**
 * On the driver's tap: sends what was kept while there was no connection, or asks again for a lost answer, with its own key.
 * Null: it is not there any more, another tab has gone on with it.
 */
export const resumePayment = (
  wishId: string,
  phone: Phone = thisPhone,
): Promise<Result<StartedPayment | null, ActionError>> =>
  withStorage(async (): Promise<Result<StartedPayment | null, ActionError>> => {
    const row = await findWish(wishId, phone.dbs)
    if (row === undefined) return ok(null)
    return attemptAsUser(phone, (userId) =>
      underLock(phone, userId, { ...row, state: row.state === 'kept' ? 'sending' : row.state }),
    )
  })
