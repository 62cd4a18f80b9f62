import type { ApiError } from '../api/api-error.ts'
import { clientAs } from '../api/client.ts'
import { findKeptWithdrawal } from '../api/kept-answers.ts'
import * as api from '../api/withdrawals.ts'
import type { Withdrawal } from '../contract/payments.ts'
import { applyWishGone, applyWishState } from '../db/apply/payments.ts'
import { findWish, type PaymentWishRow, readWishes, type WithdrawalWish } from '../db/read/payments.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import { intentLock, type PushError } from '../sync/push/push.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { sendWish } from './send-wish.online.ts'
import { withStorage } from './with-storage.ts'

export interface Withdrawals {
  /** Minor units: the most that can be asked for now. */
  readonly withdrawableMinor: number
  /** Of this currency, newest first. */
  readonly withdrawals: readonly Withdrawal[]
}

const LATEST = 50

/** Requests whose answer was lost are asked for by their keys; one that never arrived stays, for the driver to decide. */
async function settleLost(phone: Phone, userId: string): Promise<void> {
  for (const { id, wish, state } of await readWishes(phone.dbs)) {
    if (wish.kind !== 'withdrawal' || (await phone.locks.isHeld(intentLock(id)))) continue
    const kept = await findKeptWithdrawal(
      clientAs(phone.client, userId),
      id,
      ({ amount }) => amount === wish.amountMinor,
    )
    if (kept.ok && kept.value !== undefined) await applyWishGone(phone.dbs, userId, id)
    else if (state === 'sending') await applyWishState(phone.dbs, userId, { id, state: 'unknown' })
  }
}

/** What can be withdrawn, and what became of earlier requests. Not kept on the phone: without a connection none can be made. */
export const loadWithdrawals = (
  currency: Currency,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawals, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    await settleLost(phone, userId)
    const [most, list] = await Promise.all([
      api.getWithdrawable(phone.client, currency),
      api.listWithdrawals(phone.client, 1, LATEST),
    ])
    if (!most.ok) return most
    if (!list.ok) return list
    const withdrawals = list.value.items.filter((row) => row.currency === currency)
    return ok({ withdrawableMinor: most.value, withdrawals })
  })

type Row = PaymentWishRow<WithdrawalWish>

const send = (phone: Phone, userId: string, row: Row): Promise<Result<Withdrawal, ApiError | PushError>> =>
  sendWish(phone, {
    userId,
    row,
    send: (client, { id: key, wish }) => api.requestWithdrawal(client, key, wish),
    onDone: async () => {
      await applyWishGone(phone.dbs, userId, row.id)
      phone.inBackground(pullWallet(phone, userId, row.wish.currency))
    },
  })

/** The amount is held at once. Refused with amount_out_of_range above what can be withdrawn. */
export const requestWithdrawal = (money: Money, phone: Phone = thisPhone): Promise<Result<Withdrawal, ActionError>> =>
  attemptAsUser(phone, (userId) => {
    const createdAt = phone.clock.now()
    const id = uuid7(createdAt, phone.random)
    return send(phone, userId, { id, wish: { kind: 'withdrawal', ...money }, state: 'sending', createdAt })
  })

/** On the driver's tap: the same request with its own key. Null: it is not there any more. */
export const resumeWithdrawal = (
  wishId: string,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal | null, ActionError>> =>
  withStorage(async (): Promise<Result<Withdrawal | null, ActionError>> => {
    const row = await findWish(wishId, phone.dbs)
    if (row?.wish.kind !== 'withdrawal') return ok(null)
    const { id, wish, state, createdAt } = row
    return attemptAsUser(phone, (userId) => send(phone, userId, { id, wish, state, createdAt }))
  })

/**
 * One that is being paid already answers as it is. Nothing is stored of it: taken back twice it is taken back once, and what a lost
 * answer said is told by the list.
 */
export const takeBackWithdrawal = (
  { id, currency }: Pick<Withdrawal, 'id' | 'currency'>,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const key = uuid7(phone.clock.now(), phone.random)
    const client = clientAs(phone.client, userId)
    const { result } = await sendUntilAnswered(phone, () => api.takeBackWithdrawal(client, key, id))
    if (result.ok) phone.inBackground(pullWallet(phone, userId, currency))
    return result
  })
