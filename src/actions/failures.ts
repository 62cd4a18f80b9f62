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

/** Why an action did not happen, as screens need to tell it apart. */
export type ActionError =
  /** The probe failed: nothing was sent. */
  | { readonly kind: 'offline' }
  /** No answer in time; safe to try again. */
  | { readonly kind: 'timeout' }
  /** A request was sent and its answer lost: shown as not confirmed, never sent again by itself. */
  | { readonly kind: 'outcome_unknown'; readonly requestId: string }
  /** A request that is too old to be asked for: the lists show what there is. */
  | { readonly kind: 'too_old' }
  | { readonly kind: 'signed_out' }
  /** Another tab, asleep say, held the same thing all the time that this one waited: nothing happened. */
  | { readonly kind: 'busy_elsewhere' }
  /** 'Invalid response from server'. */
  | { readonly kind: 'invalid_response' }
  /** What is kept on this phone cannot be read or written, and without it nothing is sent: nothing happened. */
  | { readonly kind: 'storage'; readonly reason: StorageReason }
  /** As many commands wait as the phone keeps. */
  | { readonly kind: 'outbox_full' }
  /** The phone has no room: nothing was kept, nothing will be sent. */
  | { readonly kind: 'not_saved' }
  /** The browser keeps nothing and the provider cannot be reached: there is nowhere to wait. Nothing was kept. */
  | { readonly kind: 'not_kept' }
  /** An earlier change of the same thing was sent and not answered yet; this one would build on a guess. */
  | { readonly kind: 'unknown_outcome_ahead' }
  | ActionRefusal

export interface ActionRefusal {
  readonly kind: 'refused'
  /** Known codes: `domain/error-codes`. */
  readonly code: string
  /** The provider's words, in the driver's language: for codes that this release does not know. */
  readonly detail: string
  readonly fields?: readonly { readonly field: string; readonly code: string; readonly detail: string }[]
  /** When the provider says how long to wait before another try. */
  readonly retryAfterMs?: number
  /** See `refusal-extra`. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Why the provider refused a command; null when it did not. */
export function refusalOf({ state, lastError }: Pick<OutboxRow, 'state' | 'lastError'>): ActionRefusal | null {
  if (state === 'expired') return { kind: 'refused', code: 'grace_over', detail: '', extra: {} }
  if (state !== 'rejected' && state !== 'quarantined') return null
  const { code = 'internal', detail = '', extra = {}, fields = [] } = lastError ?? {}
  return { kind: 'refused', code, detail, extra, ...(fields.length === 0 ? {} : { fields }) }
}

/** The extra members of a refusal with this code, or `undefined` when it is another failure or they are not as agreed. */
export const extraOf =
  <T extends v.GenericSchema>(code: string, schema: T) =>
  (error: ActionError): v.InferOutput<T> | undefined => {
    if (error.kind !== 'refused' || error.code !== code) return undefined
    const parsed = v.safeParse(schema, error.extra)
    return parsed.success ? parsed.output : undefined
  }

/** The nearest free times and parks. */
export const findAlternatives = extraOf('park_full', parkFullExtra)
/** How much is missing, and the balance. */
export const findShortfall = extraOf('wallet_too_low', walletTooLowExtra)
/** The same where the balance is below zero: nothing is booked until it is filled. */
export const findHole = extraOf('wallet_below_zero', walletTooLowExtra)
/** The price as it is now. */
export const findNewPrice = extraOf('price_changed', priceChangedExtra)
/** When booking opens again. */
export const findBookAgain = extraOf('too_many_cancellations', bookAgainExtra)
/** The refund as it is now. */
export const findNewRefund = extraOf('refund_below_minimum', refundBelowExtra)
/** What the extension costs now. */
export const findExceededPrice = extraOf('max_price_exceeded', maxPriceExtra)
/** Money of the driver's own, by wallet. */
export const findMoneyLeft = extraOf('wallet_not_empty', moneyLeftExtra)
/** Amounts near the one asked for that can be withdrawn. */
export const findWithdrawable = extraOf('withdrawal_in_whole', withdrawalInWholeExtra)

/** The goods of a cart as they are sold now, and the coupon. */
export const findChangedCart = extraOf('cart_changed', cartChangedExtra)
/** What there are too few of, and what is sold no more. */
export const findSoldOut = extraOf('product_sold_out', productsMissingExtra)
export const findGone = extraOf('product_not_found', productsMissingExtra)
/** What a cart has become. */
export const findOrderOfCart = extraOf('cart_ordered', cartOrderedExtra)

/** What who knows the password needs to type the code on another device too. */
export const findRegistration = extraOf('email_not_verified', notVerifiedExtra)

const COMPANY_REFUSALS = ['company_not_found', 'company_plate', 'company_limit', 'company_too_low'] as const
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number]

/** Why the company of a booking does not pay; null: for no reason of its own. */
export const findCompanyRefusal = (failure: ActionError): CompanyRefusal | null =>
  failure.kind === 'refused' ? (COMPANY_REFUSALS.find((code) => code === failure.code) ?? null) : null
