import { clientAs } from '../api/client.ts'
import { createPaymentIntent, getGatewayConfig, getPayment } from '../api/payments.ts'
import type { GatewayConfig, PaymentWire } from '../contract/payments.ts'
import { applyPayments, applyWishState } from '../db/apply/payments.ts'
import { readWishes } from '../db/read/payments.ts'
import type { CountryCode } from '../domain/country.ts'
import type { Currency, Money } from '../domain/money.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullPayments } from '../sync/pull/pull-payments.ts'
import { intentLock } from '../sync/push/push.ts'
import { toldAt } from '../sync/told-at.ts'
import type { ActionError } from './action-error.ts'
import { attempt, attemptAsUser } from './attempt.online.ts'

/** Wishes whose tab died before their answer are shown as such; nothing is sent again by itself. */
async function markUnanswered(phone: Phone, userId: string): Promise<void> {
  for (const { id, state } of await readWishes(phone.dbs)) {
    if (state !== 'sending' || (await phone.locks.isHeld(intentLock(id)))) continue
    await applyWishState(phone.dbs, userId, { id, state: 'unknown' })
  }
}

/** The driver's latest payments in one currency. */
export const refreshPayments = (currency: Currency, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    await markUnanswered(phone, userId)
    return pullPayments(phone, userId, currency)
  })

/** One payment as the provider knows it, without asking its gateway. */
export const loadPayment = (reference: string, phone: Phone = thisPhone): Promise<Result<PaymentWire, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getPayment(clientAs(phone.client, userId), reference)
    if (answer.ok) await applyPayments(phone.dbs, userId, { payments: [answer.value], ...toldAt(phone) })
    return answer
  })

/** How the wallet of a country is filled, and what may be paid at once. */
export const loadPaymentGateways = (
  country: CountryCode,
  phone: Phone = thisPhone,
): Promise<Result<GatewayConfig, ActionError>> => attempt(phone, () => getGatewayConfig(phone.client, country))

/** What the card form of an open payment needs; never stored. */
export const loadPaymentSecret = (
  payment: Money & { readonly reference: string },
  phone: Phone = thisPhone,
): Promise<Result<string, ActionError>> =>
  attemptAsUser(phone, (userId) => createPaymentIntent(clientAs(phone.client, userId), payment.reference, payment))
