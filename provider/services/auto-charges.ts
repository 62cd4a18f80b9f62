/**
 * The automatic top-up: the charge that a spend triggers.
 *
 *   a spend leaves less than the threshold -> the job checks it once -> a payment `created`, with reference -> gateway
 *     paid      -> credited like any top-up
 *     declined  -> failed; a second one in a row switches auto top-up off
 *     no answer -> the same reference is sent again until the outcome is known: to the gateway it is the same charge
 */
import { decideAutoTopUp } from '../../src/domain/auto-top-up.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { canMovePayment } from '../../src/domain/payment.ts'
import { invariant } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { getGateways } from '../gateways/gateways.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import {
  type DueAutoTopUp,
  listDueAutoTopUps,
  lockUnseen,
  markSeen,
  sumChargedThisMonth,
} from '../repositories/auto-top-ups.ts'
import { findMethodOf, findPaymentMethod } from '../repositories/payment-methods.ts'
import { changePayment, insertPayment, leasePayment, type PaymentRow } from '../repositories/payments.ts'
import { findUser } from '../repositories/users.ts'
import { giveUp, makeReference, type PaymentDeps, START_LEASE_MS } from './payments-start.ts'
import { nextOpenCheck } from '../rules/payments-schedule.ts'
import { expireUnsent, settlePayment } from './payments-settle.ts'
import { zoneOf } from './statements.ts'

/** Every gateway reliably recognises a repeated charge by its reference for at least this long. */
const CHARGE_LIFE_MS = 23 * HOUR_MS

const keyOf = ({ currency, entry_id: entryId }: DueAutoTopUp): string => `auto:${currency}:${String(entryId)}`

/** Checks a spend once and records the payment that it triggers, if any. */
async function beginCharge(
  { clock, random }: PaymentDeps,
  tx: Queryable,
  due: DueAutoTopUp,
): Promise<PaymentRow | undefined> {
  const nowMs = clock.now()
  const row = await lockUnseen(tx, due)
  if (row === undefined) return undefined
  await markSeen(tx, due)
  const owner = { userId: due.user_id, currency: due.currency }
  const method = await findPaymentMethod(tx, owner.userId, owner.currency)
  if (method === undefined) return undefined
  const rule = {
    thresholdMinor: row.threshold_minor,
    amountMinor: row.amount_minor,
    monthlyCapMinor: row.monthly_cap_minor,
  }
  const chargedMinor = await sumChargedThisMonth(tx, owner, { timezone: zoneOf(due.currency), nowMs })
  if (decideAutoTopUp(rule, { balanceMinor: row.balance_minor, chargedMinor }) !== 'charge') return undefined
  return insertPayment(tx, {
    reference: makeReference(random),
    user_id: owner.userId,
    purpose: 'top_up',
    amount_minor: rule.amountMinor,
    currency: due.currency,
    idempotency_key: keyOf(due),
    fingerprint: keyOf(due),
    nowMs,
    expiresMs: nowMs + CHARGE_LIFE_MS,
    leaseMs: START_LEASE_MS,
    saved: method,
  })
}

/** Sends a recorded charge: for the first time, or again under the same reference when the answer was lost. */
export async function sendCharge(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const { reference, amount_minor: amountMinor, currency } = payment
  const [user, method] = await Promise.all([findUser(deps.db, payment.user_id), findMethodOf(deps.db, payment)])
  const saved = method === undefined ? undefined : getGateways(deps).find(method.gateway, method.kind)?.saved
  if (user === undefined || method === undefined || saved === undefined) return giveUp(deps, payment)
  const description = PAYMENT_TEXTS[user.language].topUpItem
  const order = { reference, amountMinor, currency, email: user.email, description, token: method.token }
  const charged = await saved.charge(order)
  const nowMs = deps.clock.now()
  if (!charged.ok) {
    deps.log.warn('auto_top_up.charge_failed', { reference, gateway: method.gateway, ...charged.error })
    if (charged.error.kind === 'not_started') return giveUp(deps, payment)
    const later = { lease_until: null, next_check_at: nextOpenCheck(payment, nowMs), checks: payment.checks + 1 }
    return changePayment(deps.db, reference, { ...later, nowMs })
  }
  invariant(canMovePayment('created', 'sent'), 'a new payment is sent')
  const { gatewayReference, verified } = charged.value
  await changePayment(deps.db, reference, { state: 'sent', gateway_reference: gatewayReference, nowMs })
  await settlePayment(deps, reference, verified)
}

/** Sends an unanswered charge again until it expires. */
export async function resumeCharge(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const nowMs = deps.clock.now()
  if (nowMs >= payment.expires_at) {
    await expireUnsent(deps, payment.reference)
    return
  }
  const lease = { nowMs, untilMs: nowMs + START_LEASE_MS }
  if (await leasePayment(deps.db, payment.reference, lease)) await sendCharge(deps, payment)
}

/** Charges the wallets that a spend left below their threshold. No transaction is open while a gateway answers. */
export async function chargeAutoTopUps(deps: PaymentDeps): Promise<void> {
  for (const due of await listDueAutoTopUps(deps.db)) {
    const payment = await deps.db.transaction((tx) => beginCharge(deps, tx, due))
    if (payment !== undefined) await sendCharge(deps, payment)
  }
}
