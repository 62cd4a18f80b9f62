import type { ApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import * as api from '../api/withdrawals.ts'
import type { Withdrawal } from '../contract/payments.ts'
import { applyWishGone } from '../db/apply/payments.ts'
import { findWish, type PaymentWishRow, type TakeBackWish, type WithdrawalWish } from '../db/read/payments.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import type { PushError } from '../sync/push/push.ts'
import { reconcileWishes } from '../sync/reconcile-wishes.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { sendWish } from './send-wish.online.ts'
import { toWishRow } from './wish-row.online.ts'
import { withStorage } from './with-storage.ts'

export interface Withdrawals {
  /** Minor units: the most that can be asked for now. */
  readonly withdrawableMinor: number
  /** Of this currency, newest first. */
  readonly withdrawals: readonly Withdrawal[]
}

const LATEST = 50

/** What can be withdrawn, and what became of earlier requests. Not kept on the phone: without a connection none can be made. */
export const loadWithdrawals = (
  currency: Currency,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawals, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    await reconcileWishes(phone, userId)
    const [most, list] = await Promise.all([
      api.getWithdrawable(phone.client, currency),
      api.listWithdrawals(phone.client, 1, LATEST),
    ])
    if (!most.ok) return most
    if (!list.ok) return list
    const withdrawals = list.value.items.filter((row) => row.currency === currency)
    return ok({ withdrawableMinor: most.value, withdrawals })
  })

type Row = PaymentWishRow<WithdrawalWish | TakeBackWish>

const ask = (client: Client, { id: key, wish }: Row): Promise<Result<Withdrawal, ApiError>> =>
  wish.kind === 'withdrawal'
    ? api.requestWithdrawal(client, key, wish)
    : api.takeBackWithdrawal(client, key, wish.withdrawalId)

const send = (phone: Phone, userId: string, row: Row): Promise<Result<Withdrawal, ApiError | PushError>> =>
  sendWish(phone, {
    userId,
    row,
    send: ask,
    onDone: async () => {
      await applyWishGone(phone.dbs, userId, row.id)
      phone.inBackground(pullWallet(phone, userId, row.wish.currency))
    },
  })

/** The amount is held at once. Refused with amount_out_of_range above what can be withdrawn. */
export const requestWithdrawal = (money: Money, phone: Phone = thisPhone): Promise<Result<Withdrawal, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const { amountMinor, currency } = money
    return send(phone, userId, await toWishRow(phone, { kind: 'withdrawal', amountMinor, currency }))
  })

/** On the driver's tap: the same request, or taking back, with its own key. Null: it is not there any more. */
export const resumeWithdrawal = (
  wishId: string,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal | null, ActionError>> =>
  withStorage(async (): Promise<Result<Withdrawal | null, ActionError>> => {
    const row = await findWish(wishId, phone.dbs)
    if (row?.wish.kind !== 'withdrawal' && row?.wish.kind !== 'take_back') return ok(null)
    const { id, wish, state, createdAt } = row
    return attemptAsUser(phone, (userId) => send(phone, userId, { id, wish, state, createdAt }))
  })

/** One that is being paid already answers as it is. */
export const takeBackWithdrawal = (
  { id: withdrawalId, amount: amountMinor, currency }: Pick<Withdrawal, 'id' | 'amount' | 'currency'>,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal, ActionError>> =>
  attemptAsUser(phone, async (userId) =>
    send(phone, userId, await toWishRow(phone, { kind: 'take_back', withdrawalId, amountMinor, currency })),
  )
