import * as v from 'valibot'
import { PAYMENT_STATES } from '../domain/payment.ts'
import { bookingSchema } from './bookings.ts'
import {
  amount,
  countryCode,
  currency,
  dateText,
  instantText,
  listOf,
  pageQuery,
  shortText,
  single,
  uuid,
} from './common.ts'
import { localDay } from './monthly.ts'
import { orderReceiptSchema, orderSchema } from './orders.ts'
import { planReceiptSchema } from './plans.ts'
import { renewalReceiptSchema } from './vehicle-documents.ts'
import { quoteLineSchema, receiptTaxSchema } from './tariff.ts'

export const gatewayName = v.picklist(['paystack', 'wave', 'stripe', 'sandbox'])
export type GatewayName = v.InferOutput<typeof gatewayName>

/** Means of payment at the gateway: card or bank account, mobile money, or card only. */
export const paymentKind = v.picklist(['card_bank', 'mobile_money', 'card'])
export type PaymentKind = v.InferOutput<typeof paymentKind>

/**
 * Detail of a payment's state. `abandoned`: the driver left the gateway's page, and can still pay until `expires_at`.
 * `declined`, `gateway_unavailable` (nothing started), `mismatch` (the gateway reports another amount or currency;
 * staff investigate), `cancelled` (booking given up). With `succeeded_late`: `rebooked`, or `no_space` and `closed`
 * (the money is in the wallet). `wallet_below_zero`: it covered a negative balance, so nothing was booked or ordered.
 */
export const paymentReason = v.picklist([
  'abandoned',
  'declined',
  'gateway_unavailable',
  'mismatch',
  'cancelled',
  'rebooked',
  'no_space',
  'closed',
  'wallet_below_zero',
])
export type PaymentReason = v.InferOutput<typeof paymentReason>

/**
 * One gateway payment. `sandbox`: no real money moves. `outcome`: where the money went, null until it arrives;
 * `booking_code`: for a booking, `order_code`: for an order. Payable until `expires_at`. `refunded`: returned by a
 * withdrawal or the gateway.
 */
export const paymentSchema = v.object({
  reference: v.string(),
  purpose: v.picklist(['top_up', 'booking', 'order']),
  gateway: gatewayName,
  kind: paymentKind,
  sandbox: v.boolean(),
  amount,
  currency,
  state: v.picklist(PAYMENT_STATES),
  reason: v.nullable(paymentReason),
  outcome: v.nullable(v.picklist(['credited', 'booked'])),
  refunded: amount,
  booking_code: v.nullable(v.string()),
  order_code: v.exactOptional(v.string()),
  created_at: instantText,
  expires_at: instantText,
  settled_at: v.nullable(instantText),
  /** Charged to a saved method without the driver's involvement. */
  automatic: v.exactOptional(v.boolean()),
})
export type PaymentWire = v.InferOutput<typeof paymentSchema>
export const paymentSingle = single(paymentSchema)
export const paymentList = listOf(paymentSchema)
export const paymentListQuery = v.object({ ...pageQuery, currency: v.optional(currency) })

/**
 * How to pay. Exactly one of the three links is set, and opens in this tab: `authorization_url` (card and bank),
 * `checkout_url` (mobile money), `payment_url` (card). With a real card gateway `payment_url` is our own /payment
 * route, which shows the gateway's form for `client_secret` with `public_key`.
 */
export const paymentInfoSchema = v.object({
  gateway: gatewayName,
  kind: paymentKind,
  sandbox: v.boolean(),
  expires_at: instantText,
  authorization_url: v.exactOptional(v.string()),
  checkout_url: v.exactOptional(v.string()),
  payment_url: v.exactOptional(v.string()),
  client_secret: v.exactOptional(v.string()),
  public_key: v.exactOptional(v.string()),
})
export type PaymentInfo = v.InferOutput<typeof paymentInfoSchema>

/**
 * POST /wallet/add-funds. `currency` defaults to that of the account's country. `keep_method`: the driver agrees that
 * the gateway saves the payment method, for automatic top-ups only.
 */
export const addFundsBody = v.object({ amount, currency: v.optional(currency), keep_method: v.optional(v.boolean()) })
export type AddFundsBody = v.InferInput<typeof addFundsBody>
const started = { reference: v.string(), payment_info: paymentInfoSchema, payment: paymentSchema }
export const addFundsSingle = single(v.object(started))
export type AddFunds = v.InferOutput<typeof addFundsSingle>['data']

const amountText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const referenceText = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** POST /wallet/verify-payment. `amount` and `payment_provider` are only compared with the stored payment. */
export const verifyPaymentQuery = v.object({
  payment_reference: referenceText,
  amount: v.optional(amountText),
  payment_provider: v.optional(gatewayName),
})

/** POST /wallet/credit. */
export const creditQuery = v.object({
  reference: referenceText,
  amount: v.optional(amountText),
  description: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

/**
 * Answer of verify and credit, always 200 for the driver's own reference. `success`: the money is in the ledger (see
 * `data.payment.outcome`); `pending`: ask again under a new key, `message` says why; `failed`, `expired`, `refunded` as
 * in the state. `new_balance` is the wallet's current balance.
 */
export const verifyPaymentAnswer = v.object({
  status: v.picklist(['success', 'pending', 'failed', 'expired', 'refunded']),
  message: v.exactOptional(v.string()),
  data: v.object({ new_balance: amount, currency, payment: paymentSchema }),
})
export type VerifyPayment = v.InferOutput<typeof verifyPaymentAnswer>

/** POST /api/create-payment-intent (outside /api/v1): amount and currency must match the driver's own open payment. */
export const createPaymentIntentBody = v.object({
  amount,
  currency,
  metadata: v.object({ reference: referenceText }),
})
export const createPaymentIntentAnswer = v.object({ client_secret: v.string() })

/** Answer of POST /bookings with `payment_method: gateway`: the space is held until `booking.hold_until`. */
export const bookingCheckoutSingle = single(v.object({ booking: bookingSchema, ...started }))
export type BookingCheckout = v.InferOutput<typeof bookingCheckoutSingle>['data']

/** Answer of POST /orders with `payment_method: gateway`: the goods are held until `payment.expires_at`. */
export const orderCheckoutSingle = single(v.object({ order: orderSchema, ...started }))
export type OrderCheckout = v.InferOutput<typeof orderCheckoutSingle>['data']

/** GET /payments/gateways?country=: gateways that fill a country's wallet, in the order of trying. */
export const gatewayChoiceSchema = v.object({
  provider: gatewayName,
  name: v.string(),
  kind: paymentKind,
  sandbox: v.boolean(),
  currency,
  symbol: v.string(),
  public_key: v.nullable(v.string()),
  script_url: v.nullable(v.string()),
  /** The gateway can save the payment method and charge it without the driver. */
  keeps_methods: v.exactOptional(v.boolean()),
})
export const gatewayConfigSchema = v.object({
  country_code: countryCode,
  currency,
  minimum: amount,
  maximum: amount,
  available: v.boolean(),
  gateways: v.array(gatewayChoiceSchema),
})
export type GatewayConfig = v.InferOutput<typeof gatewayConfigSchema>
export const gatewayConfigSingle = single(gatewayConfigSchema)
export const gatewayConfigQuery = v.object({ country: v.optional(countryCode) })

/** GET /receipts/{number}, number as `NG-000042`. `lines` add up to `total`; a tax with `included` is inside the lines before it. */
const stayReceiptSchema = v.object({
  number: v.string(),
  issued_at: instantText,
  kind: v.picklist(['booking', 'extension']),
  booking_id: uuid,
  booking_code: v.string(),
  plate: v.string(),
  park: v.object({
    name: v.string(),
    code: v.string(),
    address: v.nullable(v.string()),
    /** Absent in receipts stored by earlier releases. */
    city: v.exactOptional(v.nullable(v.string())),
    country_code: countryCode,
    timezone: v.string(),
  }),
  start_time: instantText,
  end_time: instantText,
  /** Only for a monthly pass: the month bought. */
  month: v.exactOptional(v.object({ first_day: localDay, last_day: localDay })),
  customer: v.object({ name: v.string(), email: v.string() }),
  lines: v.array(quoteLineSchema),
  parking: amount,
  fees: amount,
  taxes: v.array(receiptTaxSchema),
  tax_total: amount,
  total: amount,
  currency,
  refunds: v.array(v.object({ amount, at: instantText })),
  paid_with: v.picklist(['wallet', 'gateway']),
  company: v.exactOptional(v.string()),
})
export type StayReceipt = v.InferOutput<typeof stayReceiptSchema>

export const receiptSchema = v.variant('kind', [
  stayReceiptSchema,
  orderReceiptSchema,
  renewalReceiptSchema,
  planReceiptSchema,
])
export type Receipt = v.InferOutput<typeof receiptSchema>
export const receiptSingle = single(receiptSchema)

/** GET /wallet/statement.csv?currency=&from=&to= (dates, both inclusive, in the zone of the currency's country). */
export const statementQuery = v.object({
  currency: v.optional(currency),
  from: v.optional(dateText),
  to: v.optional(dateText),
})

/** GET /wallet/spending?currency=&months=: oldest month first, without gaps; `spent` is net of refunds. */
export const spendingQuery = v.object({
  currency: v.optional(currency),
  months: v.pipe(
    v.optional(v.string(), '12'),
    v.regex(/^\d{1,2}$/),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(36),
  ),
})
export const spendingSingle = single(
  v.object({
    currency,
    months: v.array(v.object({ month: v.string(), spent: amount, refunded: amount, topped_up: amount })),
  }),
)
export type Spending = v.InferOutput<typeof spendingSingle>['data']

/**
 * POST, GET /wallet/withdrawals and DELETE /wallet/withdrawals/{id}. Money returns to its payment method, so
 * `withdrawable` (GET /wallet/withdrawable) is the limit. Cancellable while `requested` (10 minutes); `held`, apart
 * from the balance, until paid; `paying` until the gateway confirms. `paid`: amount paid back; whatever a gateway
 * refuses, even later, returns to the wallet.
 */
export const withdrawalBody = v.object({ amount, currency, note: v.optional(shortText) })
export const withdrawalSchema = v.object({
  id: uuid,
  amount,
  paid: amount,
  currency,
  state: v.picklist(['requested', 'paying', 'paid', 'refused', 'cancelled']),
  created_at: instantText,
  settled_at: v.nullable(instantText),
})
export type Withdrawal = v.InferOutput<typeof withdrawalSchema>
export const withdrawalSingle = single(withdrawalSchema)
export const withdrawalList = listOf(withdrawalSchema)
export const withdrawableSingle = single(v.object({ withdrawable: amount, currency }))

/**
 * GET, PUT /wallet/auto-top-up and DELETE /wallet/auto-top-up/method. `available` false: no gateway here can charge a
 * saved method, so the feature is hidden. It needs a `method`, which a payment with `keep_method` saves. A spend that
 * leaves less than `threshold` charges `amount`, at most `monthly_cap` per month of the currency's country.
 * `off_reason`: switched off automatically after declined charges.
 */
export const autoTopUpSchema = v.object({
  available: v.boolean(),
  enabled: v.boolean(),
  currency,
  threshold: amount,
  amount,
  monthly_cap: amount,
  charged_this_month: amount,
  off_reason: v.nullable(v.picklist(['declined'])),
  method: v.nullable(v.object({ brand: v.nullable(v.string()), last4: v.nullable(v.string()), saved_at: instantText })),
})
export type AutoTopUp = v.InferOutput<typeof autoTopUpSchema>
export const autoTopUpSingle = single(autoTopUpSchema)
export const autoTopUpBody = v.object({
  enabled: v.boolean(),
  currency,
  threshold: amount,
  amount,
  monthly_cap: amount,
})
export type AutoTopUpBody = v.InferInput<typeof autoTopUpBody>

/** Extra members of payment problems, beside those of RFC 9457. */
const amountOutOfRangeExtra = v.object({ minimum: amount, maximum: amount, currency })
export type AmountOutOfRange = v.InferOutput<typeof amountOutOfRangeExtra>
/** Possible amounts near the requested one, where payments can only be refunded whole. */
export const withdrawalInWholeExtra = v.object({ nearest: v.array(amount), currency })
export type WithdrawalInWhole = v.InferOutput<typeof withdrawalInWholeExtra>
