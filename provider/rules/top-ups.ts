import type { AddFunds, AddFundsBody, AmountOutOfRange } from '../../src/contract/payments.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'
import { isPayable, PAYMENT_RANGE, TOP_UP_MS } from '../../src/domain/payment.ts'
import type { Refusal } from '../http/refusal.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import type { IdempotentCall } from '../repositories/idempotency.ts'
import type { UserRow } from '../repositories/users.ts'
import { canChargeSaved } from './auto-top-ups.ts'
import type { PaymentDeps, PaymentWish } from './payments-start.ts'
import { toPaymentInfo, toPaymentWire } from './payments-wire.ts'
import type { PaymentRow } from '../repositories/payments.ts'

export function amountOutOfRange(currency: Currency): Refusal {
  const { minimumMinor: minimum, maximumMinor: maximum } = PAYMENT_RANGE[currency]
  return {
    code: 'amount_out_of_range',
    fields: [{ field: 'amount', code: 'amount_out_of_range' }],
    extra: { minimum, maximum, currency } satisfies AmountOutOfRange,
    amounts: { minimum, maximum },
    currency,
  }
}

export const topUpCurrency = (user: UserRow, body: AddFundsBody): Currency =>
  body.currency ?? getCountry(user.country_code).currency

export const findTopUpRefusal = (amountMinor: number, currency: Currency): Refusal | undefined =>
  isPayable(amountMinor, currency) ? undefined : amountOutOfRange(currency)

/** The app's page that asks the provider, which asks the gateway; what the gateway appends is not believed. */
export const callbackUrl = (origin: string, path: string, reference: string): string =>
  `${origin}${path}?payment_reference=${encodeURIComponent(reference)}`

export interface TopUpRequest {
  readonly call: IdempotentCall
  readonly user: UserRow
  readonly amountMinor: number
  readonly currency: Currency
  readonly origin: string
  /** The driver agreed that what they pay with is kept for automatic top-ups. */
  readonly keep: boolean
}

export function toTopUpWish(deps: PaymentDeps, request: TopUpRequest): PaymentWish {
  const { call, user, amountMinor, currency, origin, keep } = request
  return {
    call,
    userId: user.user_id,
    purpose: 'top_up',
    amountMinor,
    currency,
    lifeMs: TOP_UP_MS,
    keep: keep && canChargeSaved(deps, currency),
    facts: {
      email: user.email,
      description: PAYMENT_TEXTS[user.language].topUpItem,
      origin,
      returnUrl: (reference) => callbackUrl(deps.config.publicUrl, '/wallet/callback', reference),
    },
  }
}

export const toAddFunds = (payment: PaymentRow): AddFunds => ({
  reference: payment.reference,
  payment_info: toPaymentInfo(payment),
  payment: toPaymentWire(payment),
})
