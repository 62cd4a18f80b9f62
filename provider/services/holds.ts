import type { BookingCheckout } from '../../src/contract/payments.ts'
import type { BookingId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { HOLD_MS, isPayable } from '../../src/domain/payment.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from './deps.ts'
import type { Refusal } from '../rules/refusal.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import { toRecord } from '../repositories/booking-writes.ts'
import { mustBooking } from '../repositories/bookings.ts'
import type { Ended, IdempotentCall } from '../repositories/idempotency.ts'
import { type HoldRefusal, holdParking, replaceHolds } from '../repositories/payment-money.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import { rowsOf } from '../repositories/store.ts'
import type { UserRow } from '../repositories/users.ts'
import { must } from '../../src/lib/assert.ts'
import { MAXIMUM_CODES, toRow } from './book.ts'
import { type BookingDraft, redraftBooking } from './draft-booking.ts'
import { toBookingWire } from './booking-wire.ts'
import type { SignPass } from './pass-signer.ts'
import { type PaymentDeps, type PaymentWish, startPayment } from './payments-start.ts'
import { toPaymentInfo, toPaymentWire } from './payments-wire.ts'
import { toBookingRefusal, walletTooLow } from './refusals.ts'
import { amountOutOfRange, callbackUrl, gatewayAddressOf } from './top-ups.ts'

/** Rolls the transaction back that would have written the payment down: there is no space to pay for. */
class SpaceRefused extends Error {
  readonly refused: HoldRefusal
  constructor(refused: HoldRefusal) {
    super(refused)
    this.refused = refused
  }
}

/**
 * A booking that costs too little for a gateway (or nothing) is paid from the wallet. None is paid beside a wallet below zero, whose hole
 * the payment would fill.
 */
async function findCheckoutRefusal(
  { store }: Pick<ProviderDeps, 'store'>,
  { userId, price }: BookingDraft,
): Promise<Refusal | undefined> {
  const { currency, totalMinor } = price
  if (!isPayable(totalMinor, currency)) return amountOutOfRange(currency)
  const wallet = await store.findWallet(userId, currency)
  return wallet !== undefined && wallet.balance_minor < 0
    ? walletTooLow(store, { userId, currency, totalMinor })
    : undefined
}

/** As `SpaceRefused`: beside what was booked meanwhile the price is another. */
class PriceRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

type HoldDeps = PaymentDeps & Pick<ProviderDeps, 'store' | 'signer'>

/** Keeps the space for 15 minutes, without a pass and unlisted; throws `SpaceRefused` when there is none. */
async function holdSpace(
  deps: PaymentDeps & { readonly sign: SignPass },
  tx: Queryable,
  draft: BookingDraft,
): Promise<BookingId> {
  const nowMs = deps.clock.now()
  for (let tried = 0; tried < MAXIMUM_CODES; tried += 1) {
    const { park: _park, event: _event, receipt_number: _number, ...drafted } = await toRow(deps, draft, nowMs)
    const row = { ...drafted, hold_until: toInstant(nowMs + HOLD_MS) }
    await replaceHolds(tx, { ...row, nowMs })
    const refused = await holdParking(tx, toRecord(row), nowMs)
    if (refused === null) {
      // Under the park's lock, which the hold has taken.
      const again = await redraftBooking(rowsOf(tx), draft, nowMs)
      if (!again.ok) throw new PriceRefused(again.error)
      return row.booking_id
    }
    if (refused !== 'code_taken') throw new SpaceRefused(refused)
  }
  throw new Error(`No free booking code in ${String(MAXIMUM_CODES)} tries`)
}

export interface CheckoutRequest {
  readonly call: IdempotentCall
  readonly draft: BookingDraft
  /** Origin under which the driver sees us now. */
  readonly origin: string
}

/** The payment of a draft, with the hold that is written down beside it. */
async function toWish(deps: HoldDeps, user: UserRow, { call, draft, origin }: CheckoutRequest): Promise<PaymentWish> {
  const sign = await deps.signer.passSigning()
  return {
    call,
    userId: user.user_id,
    purpose: 'booking',
    amountMinor: draft.price.totalMinor,
    currency: draft.price.currency,
    lifeMs: HOLD_MS,
    prepare: (tx) => holdSpace({ ...deps, sign }, tx, draft),
    facts: {
      email: gatewayAddressOf(user, deps.config),
      description: PAYMENT_TEXTS[user.language].bookingItem,
      origin,
      returnUrl: (reference) => callbackUrl(deps.config.publicUrl, '/payment/success', reference),
    },
  }
}

async function toBookingCheckout(tx: Queryable, payment: PaymentRow): Promise<BookingCheckout> {
  const booking = await mustBooking(tx, payment.user_id, must(payment.booking_id, 'booking of the payment'))
  return {
    booking: toBookingWire(booking),
    reference: payment.reference,
    payment_info: toPaymentInfo(payment),
    payment: toPaymentWire(payment),
  }
}

async function toHoldRefusal(
  { store, clock }: HoldDeps,
  { park, stay, userId, price }: BookingDraft,
  refused: HoldRefusal,
): Promise<Refusal> {
  if (refused === 'too_many_holds') return { code: refused }
  return toBookingRefusal(store, refused, { park, stay, nowMs: clock.now(), userId, ...price })
}

/** Keeps the space of a draft and starts its payment; the answer has both. */
export async function checkoutBooking(deps: HoldDeps, request: CheckoutRequest): Promise<Ended<Refusal>> {
  const { draft } = request
  const refusal = await findCheckoutRefusal(deps, draft)
  if (refusal !== undefined) return { kind: 'refused', refusal }
  const user = await deps.store.findUser(draft.userId)
  if (user === undefined) return { kind: 'refused', refusal: { code: 'token_invalid' } }
  try {
    return await startPayment(deps, await toWish(deps, user, request), async (tx, payment) => ({
      status: 201,
      body: JSON.stringify({ data: await toBookingCheckout(tx, payment) }),
    }))
  } catch (error) {
    if (error instanceof PriceRefused) return { kind: 'refused', refusal: error.refusal }
    if (!(error instanceof SpaceRefused)) throw error
    return { kind: 'refused', refusal: await toHoldRefusal(deps, draft, error.refused) }
  }
}
