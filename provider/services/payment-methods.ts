import { HOUR_MS } from '../../src/domain/instant.ts'
import { isPaymentPaid } from '../../src/domain/payment.ts'
import type { Queryable } from '../db/database.ts'
import { getGateways } from '../gateways/gateways.ts'
import {
  keepPaymentMethod,
  listMethodsToForget,
  noteForgotten,
  removePaymentMethod,
} from '../repositories/payment-methods.ts'
import { type AutoTopUpKey, switchOff } from '../repositories/auto-top-ups.ts'
import { changePayment, lockPayment, type PaymentRow } from '../repositories/payments.ts'
import { findUser } from '../repositories/users.ts'
import type { PaymentDeps } from './payments-start.ts'
import { nextLateCheck } from '../rules/payments-schedule.ts'

/**
 * Asks the gateway what a payment was paid with, where its driver agreed that it is kept, and keeps it. The money moved before
 * and does not wait for this; a gateway that does not answer is asked again by the job.
 */
export async function keepMethodOf(deps: PaymentDeps, row: PaymentRow): Promise<void> {
  const { reference, gateway: name, kind, gateway_reference: gatewayReference, currency } = row
  if (row.keep !== 'wanted' || !isPaymentPaid(row.state) || name === null || kind === null) return
  const found = await getGateways(deps).find(name, kind)?.saved?.find({ reference, gatewayReference, currency })
  const nowMs = deps.clock.now()
  if (found?.ok === false) {
    deps.log.warn('payment_method.not_found', { reference, gateway: name, ...found.error })
    const next = nextLateCheck(row.checks, nowMs)
    const keep = next === null ? 'none' : 'wanted'
    await changePayment(deps.db, reference, { keep, next_check_at: next, checks: row.checks + 1, nowMs })
    return
  }
  const method = found?.value ?? null
  await deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, reference)
    if (locked.keep !== 'wanted') return
    if (method !== null) await keepPaymentMethod(tx, { payment: { ...locked, gateway: name, kind }, method, nowMs })
    // Of an account that was closed meanwhile it is given up again, at the gateway too.
    const user = await findUser(tx, locked.user_id)
    if (user === undefined || user.disabled_at !== null)
      await removePaymentMethod(tx, { userId: locked.user_id, currency, nowMs })
    await changePayment(tx, reference, { keep: method === null ? 'none' : 'kept', next_check_at: null, nowMs })
  })
}

const AGAIN_MS = HOUR_MS

/** Tells the gateways of methods that were given up here. What one certainly does not know any more is given up too. */
export async function forgetMethods(deps: PaymentDeps): Promise<void> {
  const nowMs = deps.clock.now()
  for (const { method_id: methodId, gateway: name, kind, token } of await listMethodsToForget(deps.db, nowMs)) {
    const done = await getGateways(deps).find(name, kind)?.saved?.forget(token)
    const isGone = done?.ok === true || (done?.ok === false && done.error.kind === 'not_started')
    if (done?.ok === false) deps.log.warn('payment_method.forget_failed', { gateway: name, ...done.error })
    await noteForgotten(deps.db, methodId, isGone ? null : nowMs + AGAIN_MS)
  }
}

/** Out of use at once, and with it the automatic top-up. */
export async function removeMethod(tx: Queryable, owner: AutoTopUpKey, nowMs: number): Promise<void> {
  await removePaymentMethod(tx, { ...owner, nowMs })
  await switchOff(tx, owner, nowMs)
}
