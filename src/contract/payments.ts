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

/** What the driver pays with there: a card or bank account, mobile money, or a card alone. */
export const paymentKind = v.picklist(['card_bank', 'mobile_money', 'card'])
export type PaymentKind = v.InferOutput<typeof paymentKind>

/**
 * Why a payment is where it is, beside its state. `abandoned`: the driver left the gateway's page without paying, which is still
 * possible until `expires_at`. `declined`, `gateway_unavailable` (nothing was started), `mismatch` (the gateway names another
 * amount or currency; a person looks at it), `cancelled` (the booking was given up). With `succeeded_late`: `rebooked`, or
 * `no_space` and `closed` (the money is in the wallet). `wallet_below_zero`: a booking or an order was not made because the payment filled the wallet.
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
 * One payment through a gateway. `sandbox`: no real money moves. `outcome`: where the money went, null until it came;
 * `booking_code` is there for a payment of a booking, `order_code` for one of an order. Until `expires_at` the driver may pay. `refunded` is what went back, by a withdrawal
 * or at the gateway's side.
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
  /** Charged to a saved method, without the driver. */
  automatic: v.exactOptional(v.boolean()),
})
export type PaymentWire = v.InferOutput<typeof paymentSchema>
export const paymentSingle = single(paymentSchema)
export const paymentList = listOf(paymentSchema)
export const paymentListQuery = v.object({ ...pageQuery, currency: v.optional(currency) })

/**
 * How to pay. Exactly one of the three links is a page to open in this tab: `authorization_url` (card and bank), `checkout_url`
 * (mobile money), `payment_url` (card). With a real card gateway `payment_url` is our own /payment route, which shows the
 * gateway's form for `client_secret` with `public_key`.
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
 * POST /wallet/add-funds. `currency` defaults to that of the account's country. `keep_method`: the driver agrees that what they pay
 * with is kept at the gateway, for automatic top-ups alone.
 */
export const addFundsBody = v.object({ amount, currency: v.optional(currency), keep_method: v.optional(v.boolean()) })
export type AddFundsBody = v.InferInput<typeof addFundsBody>
const started = { reference: v.string(), payment_info: paymentInfoSchema, payment: paymentSchema }
export const addFundsSingle = single(v.object(started))
export type AddFunds = v.InferOutput<typeof addFundsSingle>['data']

const amountText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const referenceText = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** POST /wallet/verify-payment. `amount` and `payment_provider` are only compared with what we know. */
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
 * `data.payment.outcome`); `pending`: ask again, under a new key, `message` says why; `failed`, `expired`, `refunded` as the state says.
 * `new_balance` is the wallet's balance now.
 */
export const verifyPaymentAnswer = v.object({
  status: v.picklist(['success', 'pending', 'failed', 'expired', 'refunded']),
  message: v.exactOptional(v.string()),
  data: v.object({ new_balance: amount, currency, payment: paymentSchema }),
})
export type VerifyPayment = v.InferOutput<typeof verifyPaymentAnswer>

/** POST /api/create-payment-intent (outside /api/v1): amount and currency must be those of the driver's own open payment. */
export const createPaymentIntentBody = v.object({
  amount,
  currency,
  metadata: v.object({ reference: referenceText }),
})
export const createPaymentIntentAnswer = v.object({ client_secret: v.string() })

/** Answer of POST /bookings with `payment_method: gateway`: the space is kept until `booking.hold_until`. */
export const bookingCheckoutSingle = single(v.object({ booking: bookingSchema, ...started }))
export type BookingCheckout = v.InferOutput<typeof bookingCheckoutSingle>['data']

/** Answer of POST /orders with `payment_method: gateway`: the goods are kept until `payment.expires_at`. */
export const orderCheckoutSingle = single(v.object({ order: orderSchema, ...started }))
export type OrderCheckout = v.InferOutput<typeof orderCheckoutSingle>['data']

/** GET /payments/gateways?country=: how the wallet of a country is filled, in the order in which they are tried. */
export const gatewayChoiceSchema = v.object({
  provider: gatewayName,
  name: v.string(),
  kind: paymentKind,
  sandbox: v.boolean(),
  currency,
  symbol: v.string(),
  public_key: v.nullable(v.string()),
  script_url: v.nullable(v.string()),
  /** What is paid with can be kept there and charged without the driver. */
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
    /** Absent in receipts that an earlier release stored. */
    city: v.exactOptional(v.nullable(v.string())),
    country_code: countryCode,
    timezone: v.string(),
  }),
  start_time: instantText,
  end_time: instantText,
  /** Of a monthly pass: the month that was bought. */
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

/** GET /wallet/statement.csv?currency=&from=&to= (dates, both included, in the zone of the currency's country). */
export const statementQuery = v.object({
  currency: v.optional(currency),
  from: v.optional(dateText),
  to: v.optional(dateText),
})

/** GET /wallet/spending?currency=&months=: oldest month first, every month there; `spent` is net of refunds. */
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
 * POST, GET /wallet/withdrawals and DELETE /wallet/withdrawals/{id}. The money goes back the way it came, so at most
 * `withdrawable` (GET /wallet/withdrawable) can be asked for. While `requested` (10 minutes) it can be taken back; until it is
 * paid it is `held` beside the wallet's balance. It is `paying` until the gateway says that it was paid. `paid` is what went back: what a
 * gateway refused, even after it had called it paid, is in the wallet again.
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
 * GET, PUT /wallet/auto-top-up and DELETE /wallet/auto-top-up/method. Where `available` is false no gateway here can charge a saved
 * method: do not show it. It can be switched on once there is a `method`, which a payment with `keep_method` leaves. A spend that leaves
 * less than `threshold` charges `amount`, at most `monthly_cap` in a month of the currency's country. `off_reason`: it switched itself
 * off after declined charges.
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

/** Extra members of the problems of payments, beside the RFC 9457 ones. */
const amountOutOfRangeExtra = v.object({ minimum: amount, maximum: amount, currency })
export type AmountOutOfRange = v.InferOutput<typeof amountOutOfRangeExtra>
/** Amounts near the one asked for that payments which go back whole add up to. */
export const withdrawalInWholeExtra = v.object({ nearest: v.array(amount), currency })
export type WithdrawalInWhole = v.InferOutput<typeof withdrawalInWholeExtra>
