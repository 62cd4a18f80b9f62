import type { AddFunds, AddFundsBody, AmountOutOfRange } from '../../src/contract/payments.ts'
import { SEEN_INSIDE_MS } from '../../src/domain/booking.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Currency } from '../../src/domain/money.ts'
import { isPayable, PAYMENT_RANGE, TOP_UP_MS } from '../../src/domain/payment.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { Queryable } from '../db/database.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import { lockGuestWithStay } from '../repositories/guests.ts'
import type { Ended, IdempotentCall } from '../repositories/idempotency.ts'
import { mailAddressOf, type UserRow } from '../repositories/users.ts'
import { canChargeSaved } from './auto-top-ups.ts'
import type { ProviderDeps } from './deps.ts'
import { type PaymentDeps, type PaymentWish, startPayment, StartRefused } from './payments-start.ts'
import { toPaymentInfo, toPaymentWire } from './payments-wire.ts'
import type { PaymentRow } from '../repositories/payments.ts'

/** The default range is that of a payment. */
export function amountOutOfRange(currency: Currency, range = PAYMENT_RANGE[currency]): Refusal {
  const { minimumMinor: minimum, maximumMinor: maximum } = range
  return {
    code: 'amount_out_of_range',
    fields: [{ field: 'amount', code: 'amount_out_of_range' }],
    extra: { minimum, maximum, currency } satisfies AmountOutOfRange,
    amounts: { minimum, maximum },
    currency,
  }
}

/**
 * The app's page that asks the provider, which asks the gateway; parameters appended by the gateway are not trusted.
 */
export const callbackUrl = (origin: string, path: string, reference: string): string =>
  `${origin}${path}?payment_reference=${encodeURIComponent(reference)}`

/** Extracts `name@host` from `Name <name@host>`. */
const addressIn = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender

/** Gateways require an address: for a guest with only a phone number, ours is used. */
export const gatewayAddressOf = (user: UserRow, { mailFrom }: Pick<ProviderDeps['config'], 'mailFrom'>): string =>
  mailAddressOf(user) ?? addressIn(mailFrom)

/**
 * A guest may top up only for an existing stay, so that its end can be paid; meanwhile the guest cannot be merged into
 * an account.
 */
async function checkGuest(tx: Queryable, user: UserRow, { currency, nowMs }: { currency: Currency; nowMs: number }) {
  const isOpen = await lockGuestWithStay(tx, { userId: user.user_id, currency, endedAfterMs: nowMs - SEEN_INSIDE_MS })
  if (!isOpen) throw new StartRefused({ code: 'guest_not_allowed' })
  return {}
}

interface TopUp {
  readonly call: IdempotentCall
  readonly user: UserRow
  readonly amountMinor: number
  readonly currency: Currency
  readonly origin: string
  /** The driver agreed to save the payment method for automatic top-ups. */
  readonly keep: boolean
  readonly returnPath: string
}

function toWish(deps: PaymentDeps, request: TopUp): PaymentWish {
  const { call, user, amountMinor, currency, origin, keep, returnPath } = request
  return {
    call,
    userId: user.user_id,
    purpose: 'top_up',
    amountMinor,
    currency,
    lifeMs: TOP_UP_MS,
    keep: keep && user.guest === null && canChargeSaved(deps, currency),
    ...(user.guest !== 'open'
      ? {}
      : { prepare: (tx: Queryable) => checkGuest(tx, user, { currency, nowMs: deps.clock.now() }) }),
    facts: {
      email: gatewayAddressOf(user, deps.config),
      description: PAYMENT_TEXTS[user.language].topUpItem,
      origin,
      returnUrl: (reference) => callbackUrl(deps.config.publicUrl, returnPath, reference),
    },
  }
}

const toAddFunds = (payment: PaymentRow): AddFunds => ({
  reference: payment.reference,
  payment_info: toPaymentInfo(payment),
  payment: toPaymentWire(payment),
})

export interface TopUpRequest {
  readonly call: IdempotentCall
  readonly userId: UserId
  readonly body: AddFundsBody
  /** Origin under which the driver currently reaches us. */
  readonly origin: string
  /** The page that the gateway sends the driver back to; by default that of the driver's own wallet. */
  readonly returnPath?: string
}

/** Starts a top-up; without a currency in the request, of the wallet of the driver's country. */
export async function addFunds(
  deps: PaymentDeps & Pick<ProviderDeps, 'store'>,
  { call, userId, body, origin, returnPath = '/wallet/callback' }: TopUpRequest,
): Promise<Ended<Refusal>> {
  const user = await deps.store.findUser(userId)
  if (user === undefined) return { kind: 'refused', refusal: { code: 'token_invalid' } }
  const currency = body.currency ?? getCountry(user.country_code).currency
  if (!isPayable(body.amount, currency)) return { kind: 'refused', refusal: amountOutOfRange(currency) }
  const keep = body.keep_method === true
  const wish = toWish(deps, { call, user, amountMinor: body.amount, currency, origin, keep, returnPath })
  return startPayment(deps, wish, (_tx, payment) =>
    Promise.resolve({ status: 200, body: JSON.stringify({ data: toAddFunds(payment) }) }),
  )
}
