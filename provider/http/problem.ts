import type { Context } from 'hono'
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import { MESSAGES, problemText } from '../messages/messages.ts'
import type { Facts, FieldCode, FieldProblem } from '../messages/shapes.ts'
import type { AppEnv } from './app-env.ts'

type ProblemStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

export const STATUS_BY_CODE: Readonly<Record<ErrorCode, ProblemStatus>> = {
  validation_failed: 422,
  not_found: 404,
  unauthorized: 401,
  forbidden: 403,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_required: 422,
  idempotency_in_progress: 409,
  idempotency_key_reused: 422,
  request_withdrawn: 409,
  invalid_credentials: 401,
  email_not_verified: 403,
  account_disabled: 403,
  guest_not_allowed: 403,
  account_exists: 400,
  linking_required: 409,
  social_account_not_found: 404,
  social_token_invalid: 401,
  social_unavailable: 503,
  code_invalid: 422,
  code_expired: 422,
  registration_elsewhere: 422,
  token_invalid: 401,
  token_expired: 401,
  device_unpaired: 401,
  refresh_reused: 401,
  password_too_weak: 422,
  passkey_invalid: 422,
  password_wrong: 422,
  password_missing: 409,
  confirmation_required: 403,
  bookings_running: 409,
  money_moving: 409,
  wallet_not_empty: 409,
  park_not_found: 404,
  park_full: 409,
  park_closed: 409,
  too_many_holds: 409,
  too_many_cancellations: 409,
  times_invalid: 422,
  start_in_past: 422,
  end_not_after_start: 422,
  stay_too_short: 422,
  stay_too_long: 422,
  price_changed: 409,
  wallet_too_low: 409,
  wallet_below_zero: 409,
  currency_mismatch: 422,
  payment_unavailable: 422,
  payment_not_found: 404,
  payment_mismatch: 422,
  amount_out_of_range: 422,
  withdrawal_in_whole: 422,
  second_factor_required: 403,
  second_factor_paused: 403,
  money_case_over: 409,
  booking_not_found: 404,
  booking_not_active: 409,
  booking_not_cancelled: 409,
  booking_ended: 409,
  stale_base: 409,
  grace_over: 409,
  car_left: 409,
  stay_begun: 409,
  monthly_pass_fixed: 409,
  max_price_exceeded: 409,
  refund_below_minimum: 409,
  plate_locked: 409,
  plate_continues: 409,
  sequence_exhausted: 409,
  vehicle_not_found: 404,
  plate_invalid: 422,
  plate_taken: 409,
  too_many_favourites: 409,
  event_not_found: 404,
  event_sold_out: 409,
  event_cancelled: 409,
  access_code_wrong: 404,
  product_not_found: 404,
  product_sold_out: 409,
  order_limit: 409,
  cart_other_country: 409,
  cart_changed: 409,
  cart_ordered: 409,
  order_not_found: 404,
  order_stage: 409,
  coupon_not_found: 404,
  coupon_stacked: 422,
  coupon_expired: 409,
  coupon_used_up: 409,
  coupon_used: 409,
  coupon_wallet_only: 422,
  coupon_account_only: 409,
  coupon_not_applicable: 409,
  coupon_minimum: 409,
  coupon_over_subtotal: 422,
  coupon_over_hundred: 422,
  orders_open: 409,
  gift_code_malformed: 422,
  gift_not_found: 404,
  gift_own: 409,
  gift_redeemed: 409,
  gift_cancelled: 409,
  too_many_gifts: 409,
  documents_unavailable: 409,
  document_under_way: 409,
  scan_missing: 409,
  scan_not_picture: 415,
  scan_too_many_pixels: 422,
  scan_damaged: 422,
  review_refused: 409,
  too_many_photos: 409,
  photo_repeated: 409,
  company_not_found: 404,
  company_plate: 409,
  company_limit: 409,
  company_too_low: 409,
  company_last_admin: 409,
  too_many_members: 409,
  plan_running: 409,
  plan_ended: 409,
  referral_not_found: 404,
  referral_refused: 409,
  version_conflict: 409,
}

export interface ProblemOptions {
  /** Values used in the text, formatted for the language. */
  readonly facts?: Facts
  readonly fields?: readonly FieldProblem[]
  /** Further members of the document, such as `alternatives` or `missing`. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/** Returns an RFC 9457 answer in the caller's language, which never repeats the input. */
export function problem(c: Context<AppEnv>, code: ErrorCode, options: ProblemOptions = {}): Response {
  c.set('problem', code)
  const language = c.get('language')
  const status = STATUS_BY_CODE[code]
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': language,
  }
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds)
  const errors = options.fields?.map(({ field, code: fieldCode }) => ({
    field,
    code: fieldCode,
    detail: fieldText(language, fieldCode),
  }))
  const body = {
    type: `urn:baywise:problem:${code}`,
    ...problemText(language, code, options.facts),
    status,
    code,
    ...(errors === undefined ? {} : { errors }),
    ...options.extra,
  }
  return c.body(JSON.stringify(body), status, headers)
}

const isFieldCode = (code: FieldCode | ErrorCode): code is FieldCode => code in MESSAGES.en.fields

const fieldText = (language: 'en' | 'fr', code: FieldCode | ErrorCode): string =>
  isFieldCode(code) ? MESSAGES[language].fields[code] : MESSAGES[language].problems[code].detail
