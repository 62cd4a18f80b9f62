import type { ApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { addFunds, checkoutBooking } from '../api/payments.ts'
import type { PaymentInfo, PaymentWire } from '../contract/payments.ts'
import { applyStartedPayment } from '../db/apply/payments.ts'
import { findWish, type PaymentWish, type PaymentWishRow } from '../db/read/payments.ts'
import { unreachable } from '../lib/assert.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { PushError } from '../sync/push/push.ts'
import { toldAt } from '../sync/told-at.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { sendWish } from './send-wish.online.ts'
import { forgetSameWishes, toWishRow } from './wish-row.online.ts'
import { withStorage } from './with-storage.ts'

/** A payment that its driver may now pay at the gateway; nothing is charged before that. */
export interface StartedPayment {
  readonly payment: PaymentWire
  readonly info: PaymentInfo
}

type Started = Promise<Result<StartedPayment, ApiError | PushError>>

async function ask(
  client: Client,
  { id: key, wish }: PaymentWishRow<PaymentWish>,
): Promise<Result<StartedPayment, ApiError>> {
  switch (wish.kind) {
    case 'top_up': {
      const answer = await addFunds(client, key, {
        amount: wish.amountMinor,
        currency: wish.currency,
        ...(wish.keepMethod === true ? { keep_method: true } : {}),
      })
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

const send = (phone: Phone, userId: string, row: PaymentWishRow<PaymentWish>): Started =>
  sendWish(phone, {
    userId,
    row,
    send: ask,
    onDone: async (started) => {
      await applyStartedPayment(phone.dbs, userId, { wish: row, ...started, ...toldAt(phone) })
      await forgetSameWishes(phone, userId, row)
    },
  })

/**
 * The wish and its key are stored, then sent; a lost answer is asked for with the same key, so one tap starts one payment, and a second
 * tap for the same goes on with the first.
 */
export const startPayment = (wish: PaymentWish, phone: Phone): Promise<Result<StartedPayment, ActionError>> =>
  attemptAsUser(phone, async (userId) => send(phone, userId, await toWishRow(phone, wish)))

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
    if (row === undefined || row.wish.kind === 'withdrawal' || row.wish.kind === 'take_back') return ok(null)
    const { id, wish, createdAt, state } = row
    return attemptAsUser(phone, (userId) => send(phone, userId, { id, wish, createdAt, state }))
  })
