import { documentsEn } from './documents-en.ts'
import { FIELD_TEXTS } from './field-texts.ts'
import { giftsEn } from './gifts-en.ts'
import { marketplaceEn } from './marketplace-en.ts'
import type { Messages } from './shapes.ts'

export const en: Messages = {
  problems: {
    validation_failed: { title: 'Check the form', detail: 'Some of what was sent is missing or not valid.' },
    not_found: { title: 'Not found', detail: 'There is nothing at this address.' },
    unauthorized: { title: 'Sign in', detail: 'No authentication token found' },
    forbidden: { title: 'Not allowed', detail: 'Your account isn’t allowed to do this.' },
    rate_limited: { title: 'Too many requests', detail: 'Too many requests. Wait a moment and try again.' },
    internal: {
      title: 'Something went wrong',
      detail: 'Something went wrong on our side. Nothing was charged. Try again.',
    },
    unavailable: {
      title: 'Not available now',
      detail: 'Baywise isn’t answering right now. Try again in a moment.',
    },
    payload_too_large: { title: 'Too large', detail: 'What was sent is too large.' },
    unsupported_media_type: { title: 'Wrong format', detail: 'Send JSON (Content-Type: application/json).' },
    idempotency_key_required: {
      title: 'Idempotency-Key missing',
      detail: 'This request needs an Idempotency-Key header of 8 to 128 characters.',
    },
    idempotency_in_progress: {
      title: 'Already in progress',
      detail: 'We’re still working on this request. Try again in a moment.',
    },
    idempotency_key_reused: {
      title: 'Idempotency-Key used before',
      detail: 'This Idempotency-Key was used for a different request.',
    },
    request_withdrawn: { title: 'Request removed', detail: 'This request was removed. It had no effect.' },
    invalid_credentials: { title: 'Wrong email or password', detail: 'Wrong email or password.' },
    email_not_verified: {
      title: 'Verify your email',
      detail: 'Verify your email first. We sent you a code.',
    },
    account_disabled: { title: 'Account disabled', detail: 'This account has been disabled. Please contact support.' },
    guest_not_allowed: {
      title: 'Account needed',
      detail:
        'You booked without an account. Keep your bookings in an account first: all it takes is an email and a code.',
    },
    account_exists: {
      title: 'Account exists',
      detail: 'An account exists with this email already. Please sign in with your original method.',
    },
    linking_required: {
      title: 'Account linking required',
      detail: 'Account linking required. Please contact support.',
    },
    social_account_not_found: {
      title: 'No account found',
      detail: 'No account found with this email. Please register first.',
    },
    social_token_invalid: { title: 'Sign-in not accepted', detail: 'Social login failed. Please try again.' },
    social_unavailable: {
      title: 'Sign-in unavailable',
      detail: 'Social login is currently unavailable. Please try logging in with email and password.',
    },
    code_invalid: {
      title: 'Wrong code',
      detail: 'The code is wrong or no longer valid. Check it, or ask for a new one.',
    },
    code_expired: { title: 'Code expired', detail: 'The code has expired. Ask for a new one.' },
    registration_elsewhere: {
      title: 'Registered on another device',
      detail:
        'You registered on another device. Enter the code there, or sign in here with your password and enter it again.',
    },
    token_invalid: { title: 'Sign in again', detail: 'You’ve been signed out. Sign in again.' },
    token_expired: { title: 'Sign in again', detail: 'You’ve been signed out. Sign in again.' },
    device_unpaired: {
      title: 'Phone not paired',
      detail: 'This phone is no longer paired. Ask the car park operator for a new pairing code.',
    },
    refresh_reused: {
      title: 'Sign in again',
      detail: 'For your safety, you were signed out. Sign in again.',
    },
    passkey_invalid: {
      title: 'Passkey not accepted',
      detail: 'This passkey was not accepted. Try again, or sign in with your password.',
    },
    password_wrong: { title: 'Wrong password', detail: 'Wrong password.' },
    password_missing: {
      title: 'No password yet',
      detail: 'Your account has no password yet. Choose one with “Forgot password”, then try again.',
    },
    confirmation_required: {
      title: 'Show that it is you',
      detail: 'Enter your password to continue, or sign in again.',
    },
    bookings_running: {
      title: 'You still have bookings',
      detail: 'You still have current or upcoming bookings. Cancel them or wait until they end.',
    },
    money_moving: {
      title: 'Money is on its way',
      detail: 'Money is on its way to or from your wallet. Try again once it has arrived.',
    },
    wallet_not_empty: {
      title: 'Money left',
      detail: 'You still have money in your wallet. Withdraw it first.',
    },
    password_too_weak: {
      title: 'Password too weak',
      detail: 'Choose a longer password, or one that is harder to guess.',
    },
    park_not_found: { title: 'Car park not found', detail: 'This car park doesn’t exist, or no longer does.' },
    too_many_holds: {
      title: 'Too many unfinished payments',
      detail: 'You already have three unfinished payments. Finish one, or let one expire.',
    },
    too_many_cancellations: {
      title: 'Too many free cancellations',
      detail: 'You changed your mind five times within 24 hours and got everything back. You can book again later.',
      detailWithFacts:
        'You changed your mind five times within 24 hours and got everything back. You can book again on {day} at {time}.',
    },
    park_full: {
      title: 'Car park full',
      detail: 'No space is free for these times.',
      detailWithFacts: 'No space is free for these times. {alternatives}',
    },
    park_closed: { title: 'Car park closed', detail: 'This car park takes no bookings for these times.' },
    times_invalid: {
      title: 'Check the times',
      detail: 'Choose a stay in steps of 5 minutes, at most a year ahead.',
    },
    start_in_past: { title: 'Start is in the past', detail: 'Choose a start that is still ahead.' },
    end_not_after_start: { title: 'End before start', detail: 'The end must be after the start.' },
    stay_too_short: { title: 'Stay too short', detail: 'This car park has a longer minimum stay.' },
    stay_too_long: { title: 'Stay too long', detail: 'This car park has a shorter maximum stay.' },
    price_changed: {
      title: 'Price changed',
      detail: 'The price has changed. Check it and confirm again.',
      detailWithFacts: 'The price is now {total}. Check it and confirm again.',
    },
    wallet_too_low: {
      title: 'Not enough in your wallet',
      detail: 'There isn’t enough money in your wallet.',
      detailWithFacts: 'You need {missing} more in your wallet. Your balance is {balance}.',
    },
    wallet_below_zero: {
      title: 'Wallet below zero',
      detail: 'A payment into your wallet was taken back, so your balance is below zero. Top up to continue.',
      detailWithFacts:
        'A payment into your wallet was taken back, so your balance is {balance}. Top up to book or extend.',
    },
    currency_mismatch: {
      title: 'Different currencies',
      detail: 'Your wallet and this car park use different currencies.',
    },
    payment_unavailable: {
      title: 'Payment unavailable',
      detail: 'Payment is not available here right now. Nothing was charged.',
    },
    payment_not_found: { title: 'Payment not found', detail: 'You have no payment with this reference.' },
    payment_mismatch: {
      title: 'Payment does not match',
      detail: 'This payment doesn’t match your request. No money was moved.',
    },
    amount_out_of_range: {
      title: 'Check the amount',
      detail: 'This amount cannot be paid in one payment.',
      detailWithFacts: 'Choose an amount from {minimum} to {maximum}.',
    },
    second_factor_required: {
      title: 'Confirm that it’s you',
      detail: 'Confirm this with your passkey, or with the code that we email you.',
    },
    second_factor_paused: {
      title: 'Try again in 24 hours',
      detail:
        'Your email address changed or a passkey was removed in the last 24 hours. For your safety, codes by email can’t confirm anything until they are over. Nothing was charged.',
    },
    money_case_over: {
      title: 'Not open any more',
      detail: 'This isn’t open any more, or never was. Look at the list again. No money was moved.',
    },
    withdrawal_in_whole: {
      title: 'Check the amount',
      detail: 'Mobile money is refunded payment by payment, so you can’t withdraw every amount.',
      detailWithFacts:
        'Mobile money is refunded payment by payment, so you can’t withdraw every amount. Possible: {nearest}.',
    },
    booking_not_found: { title: 'Booking not found', detail: 'You have no booking with this number.' },
    booking_not_active: { title: 'Booking not active', detail: 'This booking has been cancelled.' },
    booking_not_cancelled: { title: 'Booking not cancelled', detail: 'Only a cancelled booking can be booked again.' },
    booking_ended: { title: 'Booking over', detail: 'This booking is over.' },
    stale_base: {
      title: 'Booking changed meanwhile',
      detail: 'The end of this booking has changed. Check it and try again.',
    },
    car_left: {
      title: 'Car has left',
      detail: 'The car has left. The time after the end was settled at the exit.',
    },
    stay_begun: {
      title: 'Stay has begun',
      detail: 'This stay has begun. Extend it, shorten it or leave early instead.',
    },
    monthly_pass_fixed: {
      title: 'Monthly pass',
      detail: 'A monthly pass can’t be changed. You can cancel it until its first day.',
    },
    grace_over: {
      title: 'Too late to extend',
      detail: 'It’s too late to extend: the grace period is over. Make a new booking.',
    },
    max_price_exceeded: {
      title: 'Price above your limit',
      detail: 'It now costs more than you accepted.',
      detailWithFacts: 'The price is now {total}, more than you accepted.',
    },
    refund_below_minimum: {
      title: 'Refund has changed',
      detail: 'The refund is now lower than you accepted.',
      detailWithFacts: 'The refund is now {refund}, lower than you accepted.',
    },
    plate_continues: {
      title: 'Plate has just parked here',
      detail: 'This plate has used its free minutes here. Nothing was changed. Book again with this plate.',
    },
    plate_locked: {
      title: 'Plate can no longer change',
      detail: 'The plate can be changed until 10 minutes after entry.',
    },
    sequence_exhausted: {
      title: 'Too many changes',
      detail: 'This booking has been changed too often. Cancel it and book again.',
    },
    vehicle_not_found: { title: 'Vehicle not found', detail: 'You don’t have this vehicle.' },
    plate_invalid: { title: 'Check the plate', detail: 'A plate has 1 to 12 letters and digits.' },
    too_many_favourites: {
      title: 'Too many favourites',
      detail: 'You have 200 favourites. Remove one, then add this car park.',
    },
    event_not_found: {
      title: 'No such event',
      detail: 'This event doesn’t exist or is over.',
    },
    event_sold_out: {
      title: 'Event parking sold out',
      detail: 'No space is left for this event at this car park.',
    },
    event_cancelled: {
      title: 'Event cancelled',
      detail: 'This event was cancelled, so its parking can’t be booked.',
    },
    access_code_wrong: {
      title: 'Wrong access code',
      detail: 'This access code opens no event.',
    },
    ...marketplaceEn,
    ...giftsEn,
    ...documentsEn,
    plate_taken: { title: 'Plate already added', detail: 'You already have a vehicle with this plate.' },
    version_conflict: {
      title: 'Changed elsewhere',
      detail: 'This was changed on another device. Compare both and choose.',
    },
  },
  fields: FIELD_TEXTS.en,
  documentation: { title: 'Baywise API', intro: 'Made from the same schemas that check every request.' },
}
