import { clientAs } from '../api/client.ts'
import { createPaymentIntent, getGatewayConfig, getPayment } from '../api/payments.ts'
import type { GatewayConfig, PaymentWire } from '../contract/payments.ts'
import { applyPayments } from '../db/apply/payments.ts'
import type { CountryCode } from '../domain/country.ts'
import type { Currency, Money } from '../domain/money.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullPayments } from '../sync/pull/pull-payments.ts'
import { reconcile } from '../sync/requests/reconcile.ts'
import { toldAt } from '../sync/told-at.ts'
import type { ActionError } from './action-error.ts'
import { attempt, attemptAsUser } from './attempt.online.ts'

/** The driver's latest payments in one currency. */
export const refreshPayments = (currency: Currency, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    await reconcile(phone, userId)
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
