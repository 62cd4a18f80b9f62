import * as v from 'valibot'
import { moneyLeftExtra } from '../contract/account.ts'
import { notVerifiedExtra } from '../contract/auth.ts'
import {
  bookAgainExtra,
  maxPriceExtra,
  parkFullExtra,
  priceChangedExtra,
  refundBelowExtra,
  walletTooLowExtra,
} from '../contract/bookings.ts'
import { cartChangedExtra, cartOrderedExtra, productsMissingExtra } from '../contract/orders.ts'
import { withdrawalInWholeExtra } from '../contract/payments.ts'
import type { OutboxRow } from '../db/read/outbox.ts'
import type { StorageReason } from '../lib/storage-trouble.ts'
import { type ExpiredRow, expiryOf } from '../outbox/commands/expiry.ts'

/** Why an action failed, as far as screens distinguish it. */
export type ActionError =
  /** The probe failed: nothing was sent. */
  | { readonly kind: 'offline' }
  /** No answer in time; safe to try again. */
  | { readonly kind: 'timeout' }
  /** A request was sent and its answer lost: shown as unconfirmed, never resent automatically. */
  | { readonly kind: 'outcome_unknown'; readonly requestId: string }
  | ExpiredError
  | { readonly kind: 'signed_out' }
  /** Another tab, for example a frozen one, held the same lock for the whole wait: nothing happened. */
  | { readonly kind: 'busy_elsewhere' }
  /** Shown as 'Invalid response from server'. */
  | { readonly kind: 'invalid_response' }
  /** Storage on this phone cannot be read or written, and nothing is sent without it: nothing happened. */
  | { readonly kind: 'storage'; readonly reason: StorageReason }
  /** The maximum number of commands is waiting. */
  | { readonly kind: 'outbox_full' }
  /** The phone has no room: nothing was stored, nothing will be sent. */
  | { readonly kind: 'not_saved' }
  /**
   * The browser stores nothing and the provider cannot be reached, so the command has nowhere to wait. Nothing was
   * stored.
   */
  | { readonly kind: 'not_kept' }
  /** An earlier change of the same thing was sent and is unanswered; this one would build on a guess. */
  | { readonly kind: 'unknown_outcome_ahead' }
  | ActionRefusal

/** A stored request ended without an answer. */
export type ExpiredError =
  /** The request is too old to ask about: the lists show its effect. */
  | { readonly kind: 'too_old' }
  /** The payment can no longer be continued, and will never be started. */
  | { readonly kind: 'not_started' }
  /** The picture is no longer on this phone, so nothing was sent. */
  | { readonly kind: 'picture_gone' }

export interface ActionRefusal {
  readonly kind: 'refused'
  /** Known codes: `domain/error-codes`. */
  readonly code: string
  /** The provider's text, in the driver's language: for codes that this release does not know. */
  readonly detail: string
  readonly fields?: readonly { readonly field: string; readonly code: string; readonly detail: string }[]
  /** The provider's minimum wait before another attempt, if any. */
  readonly retryAfterMs?: number
  /** See `refusal-extra`. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Why a stored request ended without success; null when it did not. */
export function failureOf(
  row: Pick<OutboxRow, 'state' | 'lastError'> & ExpiredRow,
): ActionRefusal | ExpiredError | null {
  if (row.state === 'expired') {
    const kind = expiryOf(row)
    return kind === 'grace_over' ? { kind: 'refused', code: kind, detail: '', extra: {} } : { kind }
  }
  if (row.state !== 'rejected' && row.state !== 'quarantined') return null
  const { code = 'internal', detail = '', extra = {}, fields = [] } = row.lastError ?? {}
  return { kind: 'refused', code, detail, extra, ...(fields.length === 0 ? {} : { fields }) }
}

/**
 * Returns the extra members of a refusal with this code, or undefined for another failure or members that do not match
 * the schema.
 */
export const extraOf =
  <T extends v.GenericSchema>(code: string, schema: T) =>
  (error: ActionError): v.InferOutput<T> | undefined => {
    if (error.kind !== 'refused' || error.code !== code) return undefined
    const parsed = v.safeParse(schema, error.extra)
    return parsed.success ? parsed.output : undefined
  }

/** The nearest free times and parks. */
export const findAlternatives = extraOf('park_full', parkFullExtra)
/** The missing amount, and the balance. */
export const findShortfall = extraOf('wallet_too_low', walletTooLowExtra)
/** The same for a negative balance: nothing can be booked until it is refilled. */
export const findHole = extraOf('wallet_below_zero', walletTooLowExtra)
/** The current price. */
export const findNewPrice = extraOf('price_changed', priceChangedExtra)
/** When booking opens again. */
export const findBookAgain = extraOf('too_many_cancellations', bookAgainExtra)
/** The current refund. */
export const findNewRefund = extraOf('refund_below_minimum', refundBelowExtra)
/** The current price of the extension. */
export const findExceededPrice = extraOf('max_price_exceeded', maxPriceExtra)
/** The driver's own money, by wallet. */
export const findMoneyLeft = extraOf('wallet_not_empty', moneyLeftExtra)
/** Amounts near the requested one that can be withdrawn. */
export const findWithdrawable = extraOf('withdrawal_in_whole', withdrawalInWholeExtra)

/** The goods of a cart as currently sold, and the coupon. */
export const findChangedCart = extraOf('cart_changed', cartChangedExtra)
/** Products with too little stock, and discontinued ones. */
export const findSoldOut = extraOf('product_sold_out', productsMissingExtra)
export const findGone = extraOf('product_not_found', productsMissingExtra)
/** The order that a cart has become. */
export const findOrderOfCart = extraOf('cart_ordered', cartOrderedExtra)

/** What a driver who knows the password needs to type the code on another device. */
export const findRegistration = extraOf('email_not_verified', notVerifiedExtra)

const COMPANY_REFUSALS = ['company_not_found', 'company_plate', 'company_limit', 'company_too_low'] as const
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number]

/** Returns why the company of a booking does not pay; null when the failure is not the company's. */
export const findCompanyRefusal = (failure: ActionError): CompanyRefusal | null =>
  failure.kind === 'refused' ? (COMPANY_REFUSALS.find((code) => code === failure.code) ?? null) : null
