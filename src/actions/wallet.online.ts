import * as api from '../api/withdrawals.ts'
import type { ApiError } from '../api/api-error.ts'
import { deleteSavedMethod, getAutoTopUp, putAutoTopUp } from '../api/auto-top-up.ts'
import { type Client, clientAs } from '../api/client.ts'
import { MAXIMUM_PAGES } from '../config/limits.ts'
import type { AutoTopUp, AutoTopUpBody, Withdrawal } from '../contract/payments.ts'
import type { Transaction } from '../contract/wallet.ts'
import { applyAutoTopUp } from '../db/apply/wallet.ts'
import type { NowCommand } from '../db/read/outbox.ts'
import { readTransactions } from '../db/read/wallet.ts'
import type { Currency, Money } from '../domain/money.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { record } from '../outbox/enqueue.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { pullStart } from '../db/apply/pull-order.ts'
import { pullTransactions } from '../sync/pull/pull-wallet.ts'
import { reconcile } from '../sync/requests/reconcile.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './failures.ts'
import { type Ack, ask, attemptAsUser } from './requests.online.ts'
import { forUser, withStorage } from './requests.ts'
import { mailCodeFor } from './second-factor.online.ts'

/** A payment that its driver can pay at the gateway; nothing is charged before that. */
export type StartedPayment = Extract<Ack, { kind: 'payment' }>

export interface TopUpInput {
  readonly amountMinor: number
  readonly currency: Currency
  /** The driver agrees that the payment method is kept for automatic top-ups. */
  readonly keepMethod?: boolean
}

/** Starts a top-up at the gateway of the currency. Refusals: amount_out_of_range, payment_unavailable and similar. */
export const topUp = (
  input: TopUpInput,
  phone: AppContext = appContext,
): Promise<Result<StartedPayment, ActionError>> => ask(phone, 'payment', { kind: 'wallet.top_up', ...input })

/** With no connection: stores the amount, to be offered again when there is one. It is never sent automatically. */
export const keepTopUp = (input: TopUpInput, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    if (storageMode.get() !== 'kept') return err({ kind: 'not_kept' })
    const kept = await record(phone, userId, { command: { kind: 'wallet.top_up', ...input }, isDraft: true })
    return kept.ok ? ok(null) : err({ kind: kept.error })
  })

type Told = Promise<Result<AutoTopUp, ActionError>>

export const refreshAutoTopUp = (currency: Currency, phone: AppContext = appContext): Told =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getAutoTopUp(phone.client, currency)
    if (answer.ok) await applyAutoTopUp(phone.dbs, userId, answer.value)
    return answer
  })

/**
 * Nothing is stored before sending: setting it twice has one effect, and the next refresh shows the result of a lost
 * answer.
 */
const change = (phone: AppContext, send: (client: Client, key: string) => Promise<Result<AutoTopUp, ApiError>>): Told =>
  attemptAsUser(phone, async (userId) => {
    const key = uuid7(phone.clock.now(), phone.random)
    const result = await sendUntilAnswered(phone, () => send(clientAs(phone.client, userId), key))
    if (result.ok) await applyAutoTopUp(phone.dbs, userId, result.value)
    return result
  })

/**
 * Refused with `amount_out_of_range` (fields threshold, amount, monthly_cap) and, without a saved method,
 * `payment_unavailable`.
 */
export const setAutoTopUp = (body: AutoTopUpBody, phone: AppContext = appContext): Told =>
  change(phone, (client, key) => putAutoTopUp(client, key, body))

/** Also switches the automatic top-up off. */
export const removeSavedMethod = (currency: Currency, phone: AppContext = appContext): Told =>
  change(phone, (client, key) => deleteSavedMethod(client, key, currency))

export interface Withdrawals {
  /** The most that can be withdrawn at present, minor units. */
  readonly withdrawableMinor: number
  /** Of this currency, newest first. */
  readonly withdrawals: readonly Withdrawal[]
}

const LATEST = 50

/**
 * Fetches what can be withdrawn, and the state of earlier withdrawals. Not stored on the phone: none can be requested
 * without a connection.
 */
export const loadWithdrawals = (
  currency: Currency,
  phone: AppContext = appContext,
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

async function askFor(phone: AppContext, command: NowCommand): Promise<Result<Withdrawal, ActionError>> {
  const answer = await ask(phone, 'withdrawal', command)
  return answer.ok ? ok(answer.value.withdrawal) : answer
}

/**
 * Holds the amount at once. Refused with amount_out_of_range above the withdrawable amount, and with
 * second_factor_required until the driver has shown one: the request waits for it, and a code is mailed if the account
 * has no passkey.
 */
export async function requestWithdrawal(
  { amountMinor, currency }: Money,
  phone: AppContext = appContext,
): Promise<Result<Withdrawal, ActionError>> {
  const answer = await askFor(phone, { kind: 'wallet.withdraw', amountMinor, currency })
  return mailCodeFor(answer, { amountMinor, currency }, phone)
}

/** A withdrawal that is already being paid is returned unchanged. */
export const takeBackWithdrawal = (
  { id: withdrawalId, amount: amountMinor, currency }: Pick<Withdrawal, 'id' | 'amount' | 'currency'>,
  phone: AppContext = appContext,
): Promise<Result<Withdrawal, ActionError>> =>
  askFor(phone, { kind: 'wallet.take_back', withdrawalId, amountMinor, currency })

export interface Statement {
  /** Newest first. */
  readonly transactions: readonly Transaction[]
  /** False when the provider was not reached, so this phone may hold only the latest. */
  readonly isComplete: boolean
}

/** Returns every transaction of a currency: downloaded first if the provider can be reached, else as saved. */
export const loadStatement = (
  currency: Currency,
  phone: AppContext = appContext,
): Promise<Result<Statement, ActionError>> =>
  withStorage(async () => {
    const pulled = await attemptAsUser(phone, async (userId) => {
      const since = await pullStart(phone.dbs, userId)
      return pullTransactions(phone, userId, { currency, since, pages: MAXIMUM_PAGES })
    })
    const { value: transactions } = await readTransactions(currency, phone.dbs)
    return ok({ transactions, isComplete: pulled.ok })
  })
