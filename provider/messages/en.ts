import type { Messages } from './shapes.ts'

export const en: Messages = {
  problems: {
    validation_failed: { title: 'Check the form', detail: 'Some of what was sent is missing or not valid.' },
    not_found: { title: 'Not found', detail: 'There is nothing at this address.' },
    unauthorized: { title: 'Sign in', detail: 'No authentication token found' },
    forbidden: { title: 'Not allowed', detail: 'This account may not do that.' },
    rate_limited: { title: 'Too many requests', detail: 'Too many requests. Wait a moment and try again.' },
    internal: {
      title: 'Something went wrong',
      detail: 'Something went wrong on our side. Nothing was charged; please try again.',
    },
    unavailable: {
      title: 'Not available now',
      detail: 'The service is not available right now. Please try again in a moment.',
    },
    payload_too_large: { title: 'Too large', detail: 'What was sent is too large.' },
    unsupported_media_type: { title: 'Wrong format', detail: 'Send JSON (Content-Type: application/json).' },
    idempotency_key_required: {
      title: 'Idempotency-Key missing',
      detail: 'This request needs an Idempotency-Key header of 8 to 128 characters.',
    },
    idempotency_in_progress: {
      title: 'Already in progress',
      detail: 'The same request is being handled. Ask again in a moment.',
    },
    idempotency_key_reused: {
      title: 'Idempotency-Key used before',
      detail: 'This Idempotency-Key was used for a different request.',
    },
    request_withdrawn: { title: 'Withdrawn', detail: 'This request was withdrawn before. It had no effect.' },
    invalid_credentials: { title: 'Wrong e-mail or password', detail: 'The e-mail or the password is wrong.' },
    email_not_verified: {
      title: 'Verify your e-mail',
      detail: 'Enter the code that was sent to your e-mail address first.',
    },
    account_disabled: { title: 'Account disabled', detail: 'This account has been disabled. Please contact support.' },
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
      title: 'Social login unavailable',
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
    token_invalid: { title: 'Sign in again', detail: 'Your session is not valid. Please sign in again.' },
    token_expired: { title: 'Session expired', detail: 'Your session has expired.' },
    device_unpaired: {
      title: 'Phone not paired',
      detail: 'This phone is not paired, or no longer. Ask the operator for a new pairing code.',
    },
    refresh_reused: {
      title: 'Sign in again',
      detail: 'This session was used elsewhere and was closed for your safety. Please sign in again.',
    },
    passkey_invalid: {
      title: 'Passkey not accepted',
      detail: 'This passkey was not accepted. Try again, or sign in with your password.',
    },
    password_wrong: { title: 'Wrong password', detail: 'This password is not right.' },
    password_missing: {
      title: 'No password yet',
      detail: 'Your account has no password yet. Choose one with “Forgot password”, then try again.',
    },
    confirmation_required: {
      title: 'Show that it is you',
      detail: 'Enter your password to go on, or sign in again.',
    },
    bookings_running: {
      title: 'Bookings are running',
      detail: 'You still have bookings that run or are to come. Cancel them, or wait until they have ended.',
    },
    money_moving: {
      title: 'Money is on its way',
      detail: 'Money is on its way to or from your wallet. Try again once it has arrived.',
    },
    wallet_not_empty: {
      title: 'Money left',
      detail: 'There is still money of yours in your wallet. Withdraw it first.',
    },
    password_too_weak: {
      title: 'Password too weak',
      detail: 'Choose a longer password, or one that is harder to guess.',
    },
    park_not_found: { title: 'Park not found', detail: 'This park does not exist, or no longer does.' },
    too_many_holds: {
      title: 'Too many spaces kept',
      detail: 'You are already keeping three spaces that are not paid for. Pay for one, or let one go.',
    },
    too_many_cancellations: {
      title: 'Too many free cancellations',
      detail: 'You cancelled five bookings within 24 hours and got everything back. You can book again later.',
      detailWithFacts:
        'You cancelled five bookings within 24 hours and got everything back. You can book again on {day} at {time}.',
    },
    park_full: {
      title: 'Park full',
      detail: 'No space is free for these times.',
      detailWithFacts: 'No space is free for these times. {alternatives}',
    },
    park_closed: { title: 'Park closed', detail: 'This park takes no bookings for these times.' },
    times_invalid: {
      title: 'Check the times',
      detail: 'Start on a whole minute, stay a multiple of 5 minutes, and book at most a year ahead.',
    },
    start_in_past: { title: 'Start is in the past', detail: 'Choose a start that is still ahead.' },
    end_not_after_start: { title: 'End before start', detail: 'The end must be after the start.' },
    stay_too_short: { title: 'Stay too short', detail: 'This park has a longer minimum stay.' },
    stay_too_long: { title: 'Stay too long', detail: 'This park has a shorter maximum stay.' },
    price_changed: {
      title: 'Price changed',
      detail: 'The price has changed. Check it and confirm again.',
      detailWithFacts: 'The price is now {total}. Check it and confirm again.',
    },
    wallet_too_low: {
      title: 'Not enough in your wallet',
      detail: 'Your wallet does not hold enough for this.',
      detailWithFacts: 'Your wallet is {missing} short. It holds {balance}.',
    },
    wallet_below_zero: {
      title: 'Wallet below zero',
      detail: 'A payment into your wallet went back, so your balance is below zero. Top up before you go on.',
      detailWithFacts:
        'A payment into your wallet went back, so your balance is {balance}. Top up before you book or extend.',
    },
    currency_mismatch: { title: 'Another currency', detail: 'This wallet has another currency than the park.' },
    payment_unavailable: {
      title: 'Payment unavailable',
      detail: 'Payment is not available here right now. Nothing was charged.',
    },
    payment_not_found: { title: 'Payment not found', detail: 'You have no payment with this reference.' },
    payment_mismatch: {
      title: 'Payment does not match',
      detail: 'What was sent does not match this payment. No money was moved.',
    },
    amount_out_of_range: {
      title: 'Check the amount',
      detail: 'This amount cannot be paid in one payment.',
      detailWithFacts: 'Choose an amount from {minimum} to {maximum}.',
    },
    withdrawal_in_whole: {
      title: 'Check the amount',
      detail: 'Mobile money goes back payment by payment, so not every amount can be withdrawn.',
      detailWithFacts:
        'Mobile money goes back payment by payment, so not every amount can be withdrawn. Possible: {nearest}.',
    },
    promo_invalid: { title: 'Code not valid', detail: 'This promotion code is not valid here.' },
    booking_not_found: { title: 'Booking not found', detail: 'You have no booking with this number.' },
    booking_not_active: { title: 'Booking not active', detail: 'This booking has been cancelled.' },
    booking_not_cancelled: { title: 'Booking not cancelled', detail: 'Only a cancelled booking can be renewed.' },
    booking_ended: { title: 'Booking over', detail: 'This booking is over.' },
    stale_base: {
      title: 'Booking changed meanwhile',
      detail: 'The end of this booking has changed since. Look at it again.',
    },
    grace_over: { title: 'Too late to extend', detail: 'The time to extend this booking is over. Make a new booking.' },
    max_price_exceeded: {
      title: 'Price above your limit',
      detail: 'The price is above what you accepted.',
      detailWithFacts: 'The price is now {total}, above what you accepted.',
    },
    refund_below_minimum: {
      title: 'Refund has changed',
      detail: 'The refund is less than what you accepted.',
      detailWithFacts: 'The refund is now {refund}, less than what you accepted.',
    },
    plate_continues: {
      title: 'Plate has just parked here',
      detail: 'This plate has used its free minutes here. Nothing was changed: book anew with this plate.',
    },
    plate_locked: {
      title: 'Plate can no longer change',
      detail: 'The plate can be changed until 10 minutes after check-in.',
    },
    sequence_exhausted: {
      title: 'Too many changes',
      detail: 'This booking has been changed too often. Cancel it and book again.',
    },
    vehicle_not_found: { title: 'Vehicle not found', detail: 'You have no such vehicle.' },
    plate_invalid: { title: 'Check the plate', detail: 'A plate has 1 to 12 letters and digits.' },
    plate_taken: { title: 'Plate already added', detail: 'You already have a vehicle with this plate.' },
    version_conflict: {
      title: 'Changed elsewhere',
      detail: 'This was changed on another device. Look at both and choose.',
    },
  },
  fields: {
    required: 'This field is required.',
    invalid: 'This value is not valid.',
    too_short: 'This is too short.',
    too_long: 'This is too long.',
    out_of_range: 'This value is out of range.',
    unknown_field: 'This field is not known.',
    phone: 'Please enter a valid phone number, from abroad with + and the country code.',
    park_id_required: 'Park ID is required',
  },
  documentation: { title: 'Baywise provider API', intro: 'Made from the same schemas that check every request.' },
}
