import type { CreateBookingBody } from '../contract/bookings.ts'
import type { PaymentInfo, PaymentWire } from '../contract/payments.ts'
import type { Currency, Money } from '../domain/money.ts'

/** What is to be paid through a gateway. */
export type PaymentWish =
  | {
      readonly kind: 'top_up'
      readonly amountMinor: number
      readonly currency: Currency
      /** What is paid with may be kept for automatic top-ups. */
      readonly keepMethod?: boolean
    }
  | { readonly kind: 'booking'; readonly body: CreateBookingBody; readonly stay: PaidStay }

/** Money that is to go back the way it came. */
export interface WithdrawalWish extends Money {
  readonly kind: 'withdrawal'
}

/** A withdrawal that was asked for and is not wanted any more. */
export interface TakeBackWish extends Money {
  readonly kind: 'take_back'
  readonly withdrawalId: string
}

/** What is stored before it is sent, and until its answer is known. */
export type MoneyWish = PaymentWish | WithdrawalWish | TakeBackWish

/** What a payment of a booking is for, as the driver knows it. */
export interface PaidStay {
  readonly parkName: string
  readonly zone: string
  /** Epoch milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * A payment that has no reference yet, or a withdrawal, or its taking back, that was not answered. Never sent by itself.
 *
 *   kept --(the driver's tap)--> sending --> (gone: done, or refused)
 *                                   |
 *                                   +-> unknown -> (gone: found at the provider, asked again with its own key, or dismissed)
 */
export interface PaymentWishRow<W extends MoneyWish = MoneyWish> {
  /** UUID version 7; sent as Idempotency-Key. */
  readonly id: string
  readonly wish: W
  /** `kept`: typed with no connection, never sent. */
  readonly state: 'kept' | 'sending' | 'unknown'
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** How to go on paying. The card form's secret is asked for when the form opens, and never stored. */
export type PayLink = Omit<PaymentInfo, 'client_secret'>

export interface PaymentRow {
  readonly reference: string
  readonly currency: Currency
  /** RFC 3339 in UTC, sorts as text. */
  readonly createdAt: string
  readonly payment: PaymentWire
  /** Null: started on another phone, so this one does not know its page. */
  readonly link: PayLink | null
  readonly stay: PaidStay | null
  /** Provider's time less the phone's when it was stored: a wrong clock must not shorten the time to pay. */
  readonly aheadMs: number
  readonly savedAt: number
}
