import * as api from '../api/withdrawals.ts'
import { clientAs } from '../api/client.ts'
import type { Withdrawal } from '../contract/payments.ts'
import type { NowCommand } from '../db/read/outbox.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { reconcile } from '../sync/requests/reconcile.ts'
import type { ActionError } from './action-error.ts'
import { ask } from './ask-now.online.ts'
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
  attemptAsUser(phone, async (userId) => {
    await reconcile(phone, userId)
    const client = clientAs(phone.client, userId)
    const [most, list] = await Promise.all([
      api.getWithdrawable(client, currency),
      api.listWithdrawals(client, 1, LATEST),
    ])
    if (!most.ok) return most
    if (!list.ok) return list
    const withdrawals = list.value.items.filter((row) => row.currency === currency)
    return ok({ withdrawableMinor: most.value, withdrawals })
  })

async function askFor(phone: Phone, command: NowCommand): Promise<Result<Withdrawal, ActionError>> {
  const answer = await ask(phone, 'withdrawal', command)
  return answer.ok ? ok(answer.value.withdrawal) : answer
}

/** The amount is held at once. Refused with amount_out_of_range above what can be withdrawn. */
export const requestWithdrawal = (
  { amountMinor, currency }: Money,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal, ActionError>> => askFor(phone, { kind: 'wallet.withdraw', amountMinor, currency })

/** One that is being paid already answers as it is. */
export const takeBackWithdrawal = (
  { id: withdrawalId, amount: amountMinor, currency }: Pick<Withdrawal, 'id' | 'amount' | 'currency'>,
  phone: Phone = thisPhone,
): Promise<Result<Withdrawal, ActionError>> =>
  askFor(phone, { kind: 'wallet.take_back', withdrawalId, amountMinor, currency })
