import type { ApiError } from '../api/api-error.ts'
import { type Client, clientAs } from '../api/client.ts'
import * as api from '../api/withdrawals.ts'
import type { Withdrawal } from '../contract/payments.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import { sendUntilAnswered } from '../sync/push/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

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
  attemptAsUser(phone, async () => {
    const [most, list] = await Promise.all([
      api.getWithdrawable(phone.client, currency),
      api.listWithdrawals(phone.client, 1, LATEST),
    ])
    if (!most.ok) return most
    if (!list.ok) return list
    const withdrawals = list.value.items.filter((row) => row.currency === currency)
    return ok({ withdrawableMinor: most.value, withdrawals })
  })

type Send = (client: Client, key: string) => Promise<Result<Withdrawal, ApiError>>

/** A lost answer is asked for with the same key; one that stays lost is told by the list, which shows whether it arrived. */
const write = (phone: Phone, currency: Currency, send: Send): Promise<Result<Withdrawal, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const key = uuid7(phone.clock.now(), phone.random)
    const client = clientAs(phone.client, userId)
    const { result } = await sendUntilAnswered(phone, () => send(client, key))
    if (result.ok) phone.inBackground(pullWallet(phone, userId, currency))
    return result
  })

/** The amount is held at once. Refused with amount_out_of_range above what can be withdrawn. */
export const requestWithdrawal = (money: Money, phone: Phone = thisPhone): Promise<Result<Withdrawal, ActionError>> =>
  write(phone, money.currency, (client, key) => api.requestWithdrawal(client, key, money))

/** One that is being paid already answers as it is. */
export const takeBackWithdrawal = (
  { id, currency }: Pick<Withdrawal, 'id' | 'currency'>,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal, ActionError>> =>
  write(phone, currency, (client, key) => api.takeBackWithdrawal(client, key, id))
