/** The common part of bookings and orders paid at a gateway: the goods are held for as long as the driver may pay. */
import type { AddFunds } from '../../src/contract/payments.ts'
import { HOLD_MS, isPayable } from '../../src/domain/payment.ts'
import type { Queryable } from '../db/database.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import type { Ended, IdempotentCall } from '../repositories/idempotency.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { type PaymentDeps, type PaymentWish, startPayment } from './payments-start.ts'
import { toPaymentInfo, toPaymentWire } from './payments-wire.ts'
import { type Charge, walletTooLow } from './refusals.ts'
import { amountOutOfRange, callbackUrl, gatewayAddressOf } from './top-ups.ts'

export type CheckoutDeps = PaymentDeps & Pick<ProviderDeps, 'store'>

export interface Checkout extends Charge, Required<Pick<PaymentWish, 'prepare'>> {
  readonly call: IdempotentCall
  readonly purpose: 'booking' | 'order'
  /** Origin under which the driver currently reaches us. */
  readonly origin: string
}

/**
 * Amounts too small for a gateway (or zero) are paid from the wallet. A gateway payment is refused while the wallet is
 * below zero, because it would go towards the debt.
 */
async function findRefusal(
  { store }: CheckoutDeps,
  { userId, currency, totalMinor }: Charge,
): Promise<Refusal | undefined> {
  if (!isPayable(totalMinor, currency)) return amountOutOfRange(currency)
  const wallet = await store.findWallet(userId, currency)
  return wallet !== undefined && wallet.balance_minor < 0
    ? walletTooLow(store, { userId, currency, totalMinor })
    : undefined
}

/** Holds the goods and starts their payment. `toWire`: the part of the answer that describes what is held. */
export async function startCheckout(
  deps: CheckoutDeps,
  checkout: Checkout,
  toWire: (tx: Queryable, payment: PaymentRow) => Promise<object>,
): Promise<Ended<Refusal>> {
  const { call, userId, purpose, currency, totalMinor, prepare, origin } = checkout
  const refusal = await findRefusal(deps, checkout)
  if (refusal !== undefined) return { kind: 'refused', refusal }
  const user = await deps.store.findUser(userId)
  if (user === undefined) return { kind: 'refused', refusal: { code: 'token_invalid' } }
  const { bookingItem, orderItem } = PAYMENT_TEXTS[user.language]
  const wish: PaymentWish = {
    ...{ call, userId, purpose, currency, prepare, amountMinor: totalMinor, lifeMs: HOLD_MS },
    facts: {
      email: gatewayAddressOf(user, deps.config),
      description: purpose === 'booking' ? bookingItem : orderItem,
      origin,
      returnUrl: (reference) => callbackUrl(deps.config.publicUrl, '/payment/success', reference),
    },
  }
  return startPayment(deps, wish, async (tx, payment) => {
    const started: AddFunds = {
      reference: payment.reference,
      payment_info: toPaymentInfo(payment),
      payment: toPaymentWire(payment),
    }
    return { status: 201, body: JSON.stringify({ data: { ...(await toWire(tx, payment)), ...started } }) }
  })
}
