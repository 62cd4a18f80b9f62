import * as v from 'valibot'
import {
  bookAgainExtra,
  maxPriceExtra,
  parkFullExtra,
  priceChangedExtra,
  refundBelowExtra,
  walletTooLowExtra,
} from '../contract/bookings.ts'
import { moneyLeftExtra } from '../contract/account.ts'
import { notVerifiedExtra } from '../contract/auth.ts'
import { withdrawalInWholeExtra } from '../contract/payments.ts'
import type { ActionError } from './action-error.ts'

/** The extra members of a refusal with this code, or `undefined` when it is another failure or they are not as agreed. */
const extraOf =
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

/** What who knows the password needs to type the code on another device too. */
export const findRegistration = extraOf('email_not_verified', notVerifiedExtra)
