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
 * Asks the gateway for the payment method of a payment, if its driver agreed to save it, and stores it. The money was
 * settled before and does not wait for this; the job asks again when the gateway does not answer.
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
    // If the account was closed meanwhile, the method is removed again, at the gateway too.
    const user = await findUser(tx, locked.user_id)
    if (user === undefined || user.disabled_at !== null)
      await removePaymentMethod(tx, { userId: locked.user_id, currency, nowMs })
    await changePayment(tx, reference, { keep: method === null ? 'none' : 'kept', next_check_at: null, nowMs })
  })
}

const RETRY_MS = HOUR_MS

/**
 * Removes methods at their gateways that were removed here. A method that the gateway certainly does not know also
 * counts as removed.
 */
export async function forgetMethods(deps: PaymentDeps): Promise<void> {
  const nowMs = deps.clock.now()
  for (const { method_id: methodId, gateway: name, kind, token } of await listMethodsToForget(deps.db, nowMs)) {
    const done = await getGateways(deps).find(name, kind)?.saved?.forget(token)
    const isGone = done?.ok === true || (done?.ok === false && done.error.kind === 'not_started')
    if (done?.ok === false) deps.log.warn('payment_method.forget_failed', { gateway: name, ...done.error })
    await noteForgotten(deps.db, methodId, isGone ? null : nowMs + RETRY_MS)
  }
}

/** Removes a method from use immediately, and switches off the automatic top-up. */
export async function removeMethod(tx: Queryable, owner: AutoTopUpKey, nowMs: number): Promise<void> {
  await removePaymentMethod(tx, { ...owner, nowMs })
  await switchOff(tx, owner, nowMs)
}
