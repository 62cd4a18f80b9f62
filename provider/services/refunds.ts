/**
 * Withdrawals: money is returned the way it came, by refunds of the payments that brought it.
 *
 *   requested --10 minutes--> paying --each refund: planned -> sent -> pending -> done | failed--> paid | refused
 *       \--taken back--> cancelled
 *
 * A refund is marked `sent` before the gateway is asked, `pending` while it is in progress there, `done` when the
 * gateway reports it paid. A refund that fails, even after that, is put back into the wallet. When the answer was lost,
 * the gateway is asked what it knows (`payments-back`). A refund is never sent again automatically; `reconcile` lists
 * those that no gateway knows.
 */
import type { AmountOutOfRange, Withdrawal, WithdrawalInWhole } from '../../src/contract/payments.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { Gateway } from '../gateways/gateway.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { Refusal } from '../rules/refusal.ts'
import { formatAmount } from '../messages/format.ts'
import { changePayment, findPayment, lockPayment, type PaymentRow } from '../repositories/payments.ts'
import {
  insertWithdrawal,
  listOpenWithdrawals,
  listRefundable,
  listRefunds,
  lockOwnWithdrawal,
  lockWalletFacts,
  moveRefund,
  releaseHeld,
  type RefundRow,
  setWithdrawalState,
  type WithdrawalRow,
} from '../repositories/withdrawals.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { refundKey } from '../rules/money-back.ts'
import { SENT_REFUND_MS } from '../rules/payments-schedule.ts'
import { inPages } from './in-pages.ts'
import type { PaymentDeps } from './payments-start.ts'
import { settleRefund } from './refund-outcome.ts'
import { nearestRefundable, planRefunds, withdrawableMinor } from '../rules/refunds-plan.ts'

/** How long a request can be taken back. */
const UNDO_MS = 10 * MINUTE_MS

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : toRfc3339(instant))

export const toWithdrawalWire = (row: WithdrawalRow): Withdrawal => ({
  id: row.withdrawal_id,
  amount: row.amount_minor,
  paid: row.paid_minor,
  currency: row.currency,
  state: row.state,
  created_at: toRfc3339(row.created_at),
  settled_at: timeOrNull(row.settled_at),
})

export interface WithdrawalRequest {
  readonly userId: UserId
  readonly walletId: string
  readonly currency: Currency
  readonly amountMinor: number
  readonly note: string | null
  readonly nowMs: number
  readonly random: () => number
}

function tooMuch(currency: Currency, maximum: number): Refusal {
  const minimum = Math.min(1, maximum)
  return {
    code: 'amount_out_of_range',
    fields: [{ field: 'amount', code: 'amount_out_of_range' }],
    extra: { minimum, maximum, currency } satisfies AmountOutOfRange,
    amounts: { minimum, maximum },
    currency,
  }
}

/** Payments that can only be refunded in full add up to certain amounts only. */
const notWhole = (currency: Currency, nearest: readonly number[]): Refusal => ({
  code: 'withdrawal_in_whole',
  fields: [{ field: 'amount', code: 'withdrawal_in_whole' }],
  extra: { nearest: [...nearest], currency } satisfies WithdrawalInWhole,
  say: (language) => ({ nearest: nearest.map((minor) => formatAmount(minor, currency, language)).join(' / ') }),
})

/**
 * Holds the money and plans which payments are refunded; refused above the amount that was paid in and is still there.
 */
export async function requestWithdrawal(
  tx: Queryable,
  request: WithdrawalRequest,
): Promise<Result<WithdrawalRow, Refusal>> {
  const { userId, walletId, currency, amountMinor, nowMs, random } = request
  const facts = await lockWalletFacts(tx, walletId)
  const payments = await listRefundable(tx, userId, currency)
  const most = withdrawableMinor(facts, payments)
  if (amountMinor <= 0 || amountMinor > most) return err(tooMuch(currency, most))
  const plan = planRefunds(payments, amountMinor)
  if (plan === undefined) return err(notWhole(currency, nearestRefundable(payments, { amountMinor, mostMinor: most })))
  return ok(await insertWithdrawal(tx, { withdrawalId: uuid7(nowMs, random), ...request, plan }))
}

/** Undefined when there is no such withdrawal; one that is being paid or has been paid stays as it is. */
export async function takeBackWithdrawal(
  tx: Queryable,
  userId: UserId,
  facts: { readonly withdrawalId: string; readonly nowMs: number },
): Promise<WithdrawalRow | undefined> {
  const { withdrawalId, nowMs } = facts
  const row = await lockOwnWithdrawal(tx, userId, withdrawalId)
  if (row?.state !== 'requested') return row
  for (const { reference } of await listRefunds(tx, withdrawalId))
    await moveRefund(tx, { withdrawalId, reference, from: 'planned', to: 'failed' })
  await releaseHeld(tx, { row, amountMinor: row.amount_minor, key: `withdrawal_cancelled:${withdrawalId}`, nowMs })
  await setWithdrawalState(tx, { withdrawalId, state: 'cancelled', settledMs: nowMs })
  return lockOwnWithdrawal(tx, userId, withdrawalId)
}

/**
 * Claims the refund for this process, and makes its payment due for a check in case the process dies before the gateway
 * answers.
 */
const markSent = (deps: PaymentDeps, row: WithdrawalRow, { reference }: RefundRow): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { withdrawal_id: withdrawalId } = row
    const nowMs = deps.clock.now()
    const { back_check_at: dueMs } = await lockPayment(tx, reference)
    if (!(await moveRefund(tx, { withdrawalId, reference, from: 'planned', to: 'sent' }))) return false
    const soon = Math.min(dueMs ?? Infinity, nowMs + SENT_REFUND_MS)
    await changePayment(tx, reference, { back_check_at: soon, nowMs })
    return true
  })

const OUTCOME = { pending: 'pending', gone: 'done', returned: 'failed' } as const

/** Returns false when the payment's gateway is not configured. */
async function payOne(deps: PaymentDeps, row: WithdrawalRow, refund: RefundRow): Promise<boolean> {
  const payment = must(await findPayment(deps.db, refund.reference), 'payment of a refund')
  const gateway = payment.gateway === null ? undefined : getGateways(deps).find(payment.gateway, payment.kind)
  if (gateway === undefined) return false
  if (await markSent(deps, row, refund)) await order(deps, { row, refund, payment, gateway })
  return true
}

interface Order {
  readonly row: WithdrawalRow
  readonly refund: RefundRow
  readonly payment: PaymentRow
  readonly gateway: Gateway
}

/** Orders a refund that this process has claimed. */
async function order(deps: PaymentDeps, { row, refund, payment, gateway }: Order): Promise<void> {
  const { withdrawal_id: withdrawalId } = row
  const { reference, amount_minor: amountMinor } = refund
  const part = { reference, gatewayReference: payment.gateway_reference, currency: payment.currency, amountMinor }
  const answer = await gateway.refund({ ...part, key: refundKey({ withdrawal_id: withdrawalId, reference }) })
  const isLost = !answer.ok && answer.error.kind === 'unknown'
  const state = answer.ok ? answer.value : 'returned'
  if (!answer.ok || state === 'returned') {
    const trouble = answer.ok ? { detail: 'failed' } : answer.error
    deps.log.warn('refund.failed', { reference, gateway: gateway.name, ...trouble })
  }
  if (isLost) return
  await deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, reference)
    const now = (await listRefunds(tx, withdrawalId)).find((one) => one.reference === reference)
    // A webhook was faster; its state is newer than this answer.
    if (now?.state !== 'sent') return
    const own = { ...now, withdrawal_id: withdrawalId }
    await settleRefund(tx, { payment: locked, refund: own, to: OUTCOME[state], nowMs: deps.clock.now() })
  })
}

/** Returns how many refunds wait for a gateway whose key is not configured, which may be so again later. */
async function payWithdrawal(deps: PaymentDeps, row: WithdrawalRow): Promise<number> {
  const { withdrawal_id: withdrawalId } = row
  const mine = await deps.db.transaction(async (tx) => {
    const locked = await lockOwnWithdrawal(tx, row.user_id, withdrawalId)
    if (locked?.state === 'requested') await setWithdrawalState(tx, { withdrawalId, state: 'paying' })
    return locked?.state === 'requested' || locked?.state === 'paying'
  })
  if (!mine) return 0
  let waiting = 0
  for (const refund of await listRefunds(deps.db, withdrawalId))
    if (refund.state === 'planned' && !(await payOne(deps, row, refund))) waiting += 1
  return waiting
}

/** Pays the withdrawals whose cancellation period has passed. Those of a gateway without a key do not block the others. */
export async function payWithdrawals(deps: PaymentDeps): Promise<void> {
  const beforeMs = deps.clock.now() - UNDO_MS
  const open = inPages<WithdrawalRow>(({ after, limit }) =>
    listOpenWithdrawals(deps.db, { after: after?.withdrawal_id ?? null, limit, beforeMs }),
  )
  let waiting = 0
  for await (const row of open) waiting += await payWithdrawal(deps, row)
  // One line a round, however many there are.
  if (waiting > 0) deps.log.warn('refund.gateway_not_configured', { refunds: waiting })
}
