import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type ErrorCode, isErrorCode } from '../domain/error-codes.ts'

/** What a refusal says: the app's own words for every code. A code without words does not compile. */
const MESSAGES = {
  validation_failed: msg`Please check the marked fields.`,
  not_found: msg`This could not be found.`,
  unauthorized: msg`Please sign in again.`,
  forbidden: msg`Your account may not do this.`,
  rate_limited: msg`Too many tries. Please wait a few minutes.`,
  internal: msg`The provider had a problem. Nothing was charged. Please try again.`,
  unavailable: msg`The provider does not answer right now. Please try again soon.`,
  payload_too_large: msg`This is too large to send.`,
  unsupported_media_type: msg`This kind of file cannot be sent.`,
  idempotency_key_required: msg`The app sent an incomplete request. Please reload and try again.`,
  idempotency_in_progress: msg`The same request is still being worked on.`,
  idempotency_key_reused: msg`This request was changed while it was sent. Please try again.`,
  request_withdrawn: msg`This request was withdrawn. It had no effect.`,
  invalid_credentials: msg`E-mail or password is wrong.`,
  email_not_verified: msg`Please verify your e-mail first: we sent you a code.`,
  account_disabled: msg`This account has been disabled. Please contact support.`,
  account_exists: msg`An account with this email already exists. Please sign in with your original method.`,
  linking_required: msg`Account linking required. Please contact support.`,
  social_account_not_found: msg`No account found with this email. Please register first.`,
  social_token_invalid: msg`Social login failed. Please try again.`,
  social_unavailable: msg`Social login is currently unavailable. Please try logging in with email and password.`,
  code_invalid: msg`This code is not right.`,
  code_expired: msg`This code has expired. Ask for a new one.`,
  registration_elsewhere: msg`You registered on another device. Enter the code there, or sign in here with your password and enter it again.`,
  token_invalid: msg`This link is no longer valid. Ask for a new one.`,
  token_expired: msg`This link has expired. Ask for a new one.`,
  device_unpaired: msg`This phone is no longer paired. Ask for a new pairing code.`,
  refresh_reused: msg`For your safety you were signed out. Please sign in again.`,
  password_too_weak: msg`This password is too easy to guess.`,
  passkey_invalid: msg`This passkey was not accepted. Try again, or use your password.`,
  password_wrong: msg`This password is not right.`,
  confirmation_required: msg`Enter your password to go on, or sign in again.`,
  password_missing: msg`Your account has no password yet. Choose one with “Forgot password”, then try again.`,
  bookings_running: msg`You still have bookings that run or are to come. Cancel them, or wait until they have ended.`,
  money_moving: msg`Money is on its way to or from your wallet. Try again once it has arrived.`,
  wallet_not_empty: msg`There is still money of yours in your wallet. Withdraw it first.`,
  park_not_found: msg`This car park could not be found.`,
  park_full: msg`The car park is full at this time.`,
  park_closed: msg`The car park is closed at this time.`,
  too_many_holds: msg`You are already keeping three spaces that are not paid for. Pay for one, or let one go.`,
  times_invalid: msg`Start at a whole minute and stay a multiple of 5 minutes.`,
  start_in_past: msg`The start is in the past.`,
  end_not_after_start: msg`The end must be after the start.`,
  stay_too_short: msg`This stay is shorter than the car park allows.`,
  stay_too_long: msg`This stay is longer than the car park allows.`,
  price_changed: msg`The price has changed. Nothing was charged.`,
  wallet_too_low: msg`There is not enough money in your wallet.`,
  currency_mismatch: msg`Your wallet has another currency than this car park.`,
  payment_unavailable: msg`Payment is unavailable right now. Nothing was charged.`,
  payment_not_found: msg`This payment could not be found.`,
  payment_mismatch: msg`This payment does not match what was asked for. No money was moved.`,
  amount_out_of_range: msg`This amount cannot be paid in one payment.`,
  withdrawal_in_whole: msg`Mobile money goes back payment by payment, so not every amount can be withdrawn.`,
  promo_invalid: msg`This promo code cannot be used here.`,
  booking_not_found: msg`This booking could not be found.`,
  booking_not_active: msg`This booking is no longer active.`,
  booking_not_cancelled: msg`Only a cancelled booking can be renewed.`,
  booking_ended: msg`This booking has already ended.`,
  stale_base: msg`This booking was changed elsewhere. Look at it and try again.`,
  grace_over: msg`It is too late to extend: the time to leave is over.`,
  max_price_exceeded: msg`It would cost more than you accepted. Nothing was charged.`,
  refund_below_minimum: msg`The refund is now smaller than you accepted. Nothing was cancelled.`,
  plate_locked: msg`The plate can no longer be changed.`,
  sequence_exhausted: msg`This booking was changed too often. Please contact support.`,
  vehicle_not_found: msg`This vehicle could not be found.`,
  plate_invalid: msg`This number plate cannot be read.`,
  plate_taken: msg`You already have a vehicle with this plate.`,
  version_conflict: msg`This was changed on another device. Look at it and try again.`,
} satisfies Record<ErrorCode, MessageDescriptor>

/**
 * The text for a refusal: ours for a code that this version knows, else the provider's `detail`.
 * @param detail the problem document's own text, already in the language that was asked for.
 */
export const errorText = (i18n: I18n, code: string, detail?: string): string => {
  if (isErrorCode(code)) return i18n._(MESSAGES[code])
  return detail === undefined || detail === '' ? i18n._(MESSAGES.internal) : detail
}
