/**
 * Books money that a gateway returns without us. The gateway is asked about each paid payment when a webhook reports a
 * return, once a day for 120 days, and sooner while a refund is pending. We book the gateway's current state, so
 * repeated, late or reordered news changes nothing.
 */
import { isPaymentPaid } from '../../src/domain/payment.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { getGateways } from '../gateways/gateways.ts'
import { bookClawback, listDueBacks, readBackFacts } from '../repositories/clawbacks.ts'
import { changePayment, findPayment, leasePayment, lockPayment, type PaymentRow } from '../repositories/payments.ts'
import { type BackStep, type GoneBack, planBack } from '../rules/money-back.ts'
import { nextBackCheck, SILENT_BACK_MS } from '../rules/payments-schedule.ts'
import type { PaymentDeps } from './payments-start.ts'
import { settleRefund } from './refund-outcome.ts'

/** Longer than a gateway may take for its three answers. */
const BACK_LEASE_MS = 60_000

export const hasMoney = ({ state }: PaymentRow): boolean => isPaymentPaid(state) || state === 'refunded'

interface Booking {
  readonly payment: PaymentRow
  readonly step: BackStep
  readonly nowMs: number
}

async function bookStep(tx: Queryable, { payment, step, nowMs }: Booking): Promise<void> {
  if (step.kind === 'refund') await settleRefund(tx, { payment, refund: step.refund, to: step.to, nowMs })
  else await bookClawback(tx, payment, { step, nowMs })
}

/** Null when another verification has taken over meanwhile; its answer is the newer one. */
async function bookBack(
  deps: PaymentDeps,
  { reference, leaseMs }: { readonly reference: string; readonly leaseMs: number },
  items: readonly GoneBack[],
): Promise<readonly BackStep[] | null> {
  return deps.db.transaction(async (tx) => {
    const nowMs = deps.clock.now()
    const payment = await lockPayment(tx, reference)
    if (payment.lease_until !== leaseMs) return null
    const steps = planBack(items, await readBackFacts(tx, reference))
    for (const step of steps) await bookStep(tx, { payment, step, nowMs })
    const { refunds } = await readBackFacts(tx, reference)
    const isMoving = refunds.some(({ state }) => state === 'sent' || state === 'pending')
    const isContested = items.some(({ kind, state }) => kind === 'dispute' && state !== 'returned')
    const next = nextBackCheck({ settledMs: payment.settled_at ?? nowMs, nowMs, isMoving, isContested })
    await changePayment(tx, reference, { lease_until: null, back_check_at: next, nowMs })
    return steps
  })
}

function logStep({ log }: PaymentDeps, { reference, gateway, currency }: PaymentRow, step: BackStep): void {
  const facts = { reference, gateway, currency }
  if (step.kind === 'refund') {
    const { withdrawal_id: withdrawal, amount_minor: amount } = step.refund
    log[step.to === 'failed' ? 'warn' : 'info'](`refund.${step.to}`, { ...facts, withdrawal, amount })
    return
  }
  const { item, byMinor } = step
  const name = byMinor > 0 ? 'payment.went_back' : byMinor < 0 ? 'payment.came_back' : 'payment.contested'
  log.warn(name, { ...facts, kind: item.kind, state: item.state, amount: Math.abs(byMinor) })
}

/** Asks the gateway what was returned of a paid payment, and books the answer. */
export async function checkBack(deps: PaymentDeps, row: PaymentRow): Promise<void> {
  const { reference, gateway: name, gateway_reference: gatewayReference, currency } = row
  const gateway = name === null ? undefined : getGateways(deps).find(name, row.kind)
  const nowMs = deps.clock.now()
  if (gateway === undefined) {
    await changePayment(deps.db, reference, { back_check_at: nowMs + SILENT_BACK_MS, nowMs })
    return
  }
  const leaseMs = nowMs + BACK_LEASE_MS
  if (!(await leasePayment(deps.db, reference, { nowMs, untilMs: leaseMs }))) return
  const answer = await gateway.listBack({ reference, gatewayReference, currency })
  if (!answer.ok) {
    deps.log.warn('payment.back_unknown', { reference, gateway: name, ...answer.error })
    const later = deps.clock.now() + SILENT_BACK_MS
    await changePayment(deps.db, reference, { lease_until: null, back_check_at: later, nowMs: deps.clock.now() })
    return
  }
  const steps = await bookBack(deps, { reference, leaseMs }, answer.value)
  for (const step of steps ?? []) logStep(deps, row, step)
}

const BATCH = 50

/** Checks the payments that are due. A failing one does not block the others. */
export async function checkDueBacks(deps: PaymentDeps): Promise<void> {
  for (const reference of await listDueBacks(deps.db, deps.clock.now(), BATCH)) {
    try {
      await checkBack(deps, must(await findPayment(deps.db, reference), 'due payment'))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      deps.log.error('payment.back_failed', { reference, message: String(error) })
      const nowMs = deps.clock.now()
      await changePayment(deps.db, reference, { lease_until: null, back_check_at: nowMs + SILENT_BACK_MS, nowMs })
    }
  }
}
