import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import {
  findWithdrawal,
  listRefunds,
  moveRefund,
  payHeld,
  releaseHeld,
  returnPaid,
  setWithdrawalState,
} from '../repositories/withdrawals.ts'
import type { OwnRefund } from '../rules/money-back.ts'

/**
 * Closes a withdrawal once every refund is final according to the gateway. One that was paid becomes refused if all its
 * refunds fail later.
 */
async function closeWithdrawal(tx: Queryable, withdrawalId: string, nowMs: number): Promise<void> {
  const refunds = await listRefunds(tx, withdrawalId)
  if (refunds.some(({ state }) => state !== 'done' && state !== 'failed')) return
  const paidMinor = refunds.reduce((sum, { state, amount_minor }) => sum + (state === 'done' ? amount_minor : 0), 0)
  const state = paidMinor > 0 ? 'paid' : 'refused'
  await setWithdrawalState(tx, { withdrawalId, state, paidMinor, settledMs: nowMs })
}

export interface RefundOutcome {
  readonly payment: PaymentRow
  /** As read under the payment's lock. */
  readonly refund: OwnRefund
  readonly to: 'pending' | 'done' | 'failed'
  readonly nowMs: number
}

/**
 * Books the outcome of a refund, under the payment's lock. Done: the held money goes to the gateway. Failed: it is put
 * back into the wallet, once, whether it was held or already booked as paid.
 */
export async function settleRefund(tx: Queryable, { payment, refund, to, nowMs }: RefundOutcome): Promise<void> {
  const { withdrawal_id: withdrawalId, reference, amount_minor: amountMinor, state: from } = refund
  if (!(await moveRefund(tx, { withdrawalId, reference, from, to }))) return
  const row = must(await findWithdrawal(tx, withdrawalId), 'withdrawal of a refund')
  const gateway = must(payment.gateway, 'gateway of a refund')
  const key = `refund_failed:${withdrawalId}:${reference}`
  if (to === 'done') await payHeld(tx, { row, refund, gateway, nowMs })
  else if (to === 'failed' && from === 'done') await returnPaid(tx, { row, refund, gateway, key, nowMs })
  else if (to === 'failed') await releaseHeld(tx, { row, amountMinor, key, nowMs })
  await closeWithdrawal(tx, withdrawalId, nowMs)
}
