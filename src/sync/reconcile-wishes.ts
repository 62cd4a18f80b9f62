import type { ApiError } from '../api/api-error.ts'
import { type Client, clientAs } from '../api/client.ts'
import { findKeptCheckout, findKeptTopUp, findKeptWithdrawal } from '../api/kept-answers.ts'
import type { PaymentInfo, PaymentWire } from '../contract/payments.ts'
import { applyStartedPayment, applyWishGone, applyWishState } from '../db/apply/payments.ts'
import { type MoneyWish, type PaymentWish, type PaymentWishRow, readWishes } from '../db/read/payments.ts'
import type { Result } from '../lib/result.ts'
import type { Phone } from './phone.ts'
import { intentLock } from './push/push.ts'
import { toldAt } from './told-at.ts'

interface Started {
  readonly payment: PaymentWire
  readonly payment_info: PaymentInfo
}

const askPayment = (client: Client, key: string, wish: PaymentWish): Promise<Result<Started | undefined, ApiError>> =>
  wish.kind === 'top_up'
    ? findKeptTopUp(
        client,
        key,
        ({ payment }) => payment.amount === wish.amountMinor && payment.currency === wish.currency,
      )
    : findKeptCheckout(client, key, ({ booking }) => booking.park_id === wish.body.park_id)

type Withdrawn = Exclude<MoneyWish, PaymentWish>

const askWithdrawal = (client: Client, key: string, wish: Withdrawn) =>
  findKeptWithdrawal(client, key, ({ id, amount }) =>
    wish.kind === 'take_back' ? id === wish.withdrawalId : amount === wish.amountMinor,
  )

/** True where the provider's answer was found, and stored. */
async function settle(phone: Phone, userId: string, row: PaymentWishRow): Promise<boolean> {
  const client = clientAs(phone.client, userId)
  const { wish } = row
  if (wish.kind === 'withdrawal' || wish.kind === 'take_back') {
    const kept = await askWithdrawal(client, row.id, wish)
    return kept.ok && kept.value !== undefined && applyWishGone(phone.dbs, userId, row.id)
  }
  const kept = await askPayment(client, row.id, wish)
  if (!kept.ok || kept.value === undefined) return false
  const { payment, payment_info: info } = kept.value
  return applyStartedPayment(phone.dbs, userId, { wish: { ...row, wish }, payment, info, ...toldAt(phone) })
}

/**
 * Payments and withdrawals whose answer was lost, at start and when their pages are opened: each is asked for by its key. What arrived is
 * told by the lists from then on; the rest is marked `unknown` and shown. Nothing is sent again by itself: only the driver knows
 * whether they still want it.
 */
export async function reconcileWishes(phone: Phone, userId: string): Promise<void> {
  for (const row of await readWishes(phone.dbs)) {
    // Never sent, or being sent by another tab right now.
    if (row.state === 'kept' || (await phone.locks.isHeld(intentLock(row.id)))) continue
    const isSettled = await settle(phone, userId, row)
    if (!isSettled && row.state === 'sending') await applyWishState(phone.dbs, userId, { id: row.id, state: 'unknown' })
  }
}
