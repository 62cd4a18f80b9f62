import { isPaymentPaid } from '../../src/domain/payment.ts'
import { must } from '../../src/lib/assert.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { resumeCharge } from './auto-charges.ts'
import { keepMethodOf } from './payment-methods.ts'
import type { PaymentDeps } from './payments-start.ts'
import { getGateways } from '../gateways/gateways.ts'
import {
  changePayment,
  findPayment,
  leasePayment,
  listDuePayments,
  lockPayment,
  type PaymentRow,
} from '../repositories/payments.ts'
import { expireHolds } from '../repositories/payment-money.ts'
import { nextOpenCheck } from '../rules/payments-schedule.ts'
import { expireUnsent, settlePayment } from './payments-settle.ts'

/** `busy`: another verification is asking the gateway at this moment. `silent`: the gateway gave no usable answer. */
export type Checked =
  | { readonly kind: 'known'; readonly payment: PaymentRow }
  | { readonly kind: 'busy' | 'silent'; readonly payment: PaymentRow }

/** Longer than a gateway may take to answer. */
const VERIFY_LEASE_MS = 20_000

async function postpone(deps: PaymentDeps, row: PaymentRow): Promise<void> {
  const nowMs = deps.clock.now()
  await changePayment(deps.db, row.reference, {
    lease_until: null,
    next_check_at: nextOpenCheck(row, nowMs),
    checks: row.checks + 1,
    nowMs,
  })
}

/**
 * Asks the gateway about a payment and settles it: one verification at a time, across tabs, devices, webhooks and jobs.
 */
export async function checkPayment(deps: PaymentDeps, row: PaymentRow): Promise<Checked> {
  const { reference, state, gateway: name } = row
  if (isPaymentPaid(state) || state === 'refunded' || state === 'created') return { kind: 'known', payment: row }
  const gateway = name === null ? undefined : getGateways(deps).find(name, row.kind)
  if (gateway === undefined) {
    deps.log.warn('payment.gateway_not_configured', { reference, gateway: name })
    await postpone(deps, row)
    return { kind: 'silent', payment: row }
  }
  const nowMs = deps.clock.now()
  if (!(await leasePayment(deps.db, reference, { nowMs, untilMs: nowMs + VERIFY_LEASE_MS })))
    return { kind: 'busy', payment: must(await findPayment(deps.db, reference), 'payment') }
  const verified = await gateway.verify({
    reference,
    gatewayReference: row.gateway_reference,
    currency: row.currency,
  })
  if (verified.ok) return { kind: 'known', payment: await settlePayment(deps, reference, verified.value) }
  deps.log.warn('payment.verify_failed', { reference, gateway: name, ...verified.error })
  await postpone(deps, row)
  return { kind: 'silent', payment: row }
}

/** A payment that was refunded before its method was found leaves none. */
const giveUpMethod = (deps: PaymentDeps, { reference }: PaymentRow): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { state, keep } = await lockPayment(tx, reference)
    // A refund that failed afterwards makes it paid again.
    if (state !== 'refunded') return
    const kept = keep === 'wanted' ? 'none' : keep
    await changePayment(tx, reference, { keep: kept, next_check_at: null, nowMs: deps.clock.now() })
  })

/** Asks about one payment; the question depends on its state. */
async function settleDue(deps: PaymentDeps, row: PaymentRow): Promise<unknown> {
  if (row.state === 'created')
    return row.method_id === null ? expireUnsent(deps, row.reference) : resumeCharge(deps, row)
  if (row.state === 'refunded') return giveUpMethod(deps, row)
  return isPaymentPaid(row.state) ? keepMethodOf(deps, row) : checkPayment(deps, row)
}

const BATCH = 50

/**
 * Checks the payments that are due, then ends the holds that have run out. A payment that cannot be settled does not
 * block the others.
 */
export async function settleDuePayments(deps: PaymentDeps): Promise<void> {
  for (const reference of await listDuePayments(deps.db, deps.clock.now(), BATCH)) {
    const row = must(await findPayment(deps.db, reference), 'due payment')
    try {
      await settleDue(deps, row)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      deps.log.error('payment.settle_failed', { reference, message: String(error) })
      await postpone(deps, row)
    }
  }
  await expireHolds(deps.db, deps.clock.now())
}
