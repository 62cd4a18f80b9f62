import { clientAs } from '../api/client.ts'
import { createPaymentIntent, getGatewayConfig, getPayment, getReceipt } from '../api/payments.ts'
import type { GatewayConfig, PaymentWire, Receipt, VerifyPayment } from '../contract/payments.ts'
import { applyPaymentDismissed, applyPayments, applyReceipt } from '../db/apply/payments.ts'
import type { CountryCode } from '../domain/country.ts'
import type { Currency, Money } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { pullPayments } from '../sync/pull/pull-payments.ts'
import { reconcile } from '../sync/requests/reconcile.ts'
import { subjectLock } from '../sync/requests/send-now.ts'
import { responseTime } from '../sync/response-time.ts'
import type { ActionError } from './failures.ts'
import { ask, attempt, attemptAsUser } from './requests.online.ts'
import { forUser } from './requests.ts'

/** Pulls the driver's latest payments in one currency. */
export const refreshPayments = (
  currency: Currency,
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    await reconcile(phone, userId)
    return pullPayments(phone, userId, currency)
  })

/** Fetches one payment as the provider knows it, without querying its gateway. */
export const loadPayment = (
  reference: string,
  phone: AppContext = appContext,
): Promise<Result<PaymentWire, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getPayment(clientAs(phone.client, userId), reference)
    if (answer.ok) await applyPayments(phone.dbs, userId, { payments: [answer.value], ...responseTime(phone) })
    return answer
  })

/** Fetches how the wallet of a country can be topped up, and what can be paid directly. */
export const loadPaymentGateways = (
  country: CountryCode,
  phone: AppContext = appContext,
): Promise<Result<GatewayConfig, ActionError>> => attempt(phone, () => getGatewayConfig(phone.client, country))

/** Fetches the secret for the card form of an open payment; never stored. */
export const loadPaymentSecret = (
  payment: Money & { readonly reference: string },
  phone: AppContext = appContext,
): Promise<Result<string, ActionError>> =>
  attemptAsUser(phone, (userId) => createPaymentIntent(clientAs(phone.client, userId), payment.reference, payment))

/** `busy`: another tab is checking the same payment at this moment; the mirror delivers its answer to this tab. */
export type PaymentAnswer = { readonly kind: 'answered'; readonly answer: VerifyPayment } | { readonly kind: 'busy' }

/**
 * Asks the provider, which asks the gateway, for the state of a payment: one check at a time across the tabs of this
 * phone. Moves no money itself and may be repeated any number of times. An unknown payment or another driver's is
 * refused with `payment_not_found`.
 */
export async function verifyPayment(
  reference: string,
  phone: AppContext = appContext,
): Promise<Result<PaymentAnswer, ActionError>> {
  if (await phone.locks.isHeld(subjectLock(`payment:${reference}`))) return ok({ kind: 'busy' })
  const asked = await ask(phone, 'verified', { kind: 'payment.verify', reference })
  return asked.ok ? ok({ kind: 'answered', answer: asked.value.answer }) : asked
}

/**
 * Hides an unfinished payment on this phone. Needs no connection; a payment that arrives later is still credited and
 * shown.
 */
export const dismissPayment = (reference: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyPaymentDismissed(phone.dbs, userId, reference)
    return ok(null)
  })

/**
 * Downloads a receipt, which stays readable on the phone. An unknown one or another driver's is refused with
 * `not_found`.
 */
export const loadReceipt = (number: string, phone: AppContext = appContext): Promise<Result<Receipt, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getReceipt(clientAs(phone.client, userId), number)
    if (answer.ok) await applyReceipt(phone.dbs, userId, { receipt: answer.value, savedAt: phone.clock.now() })
    return answer
  })
