/** Marketplace products, coupons and orders, as operators manage them. */
import * as v from 'valibot'
import { MAX_CART_LINES, MAX_QUANTITY, PRODUCT_KINDS } from '../domain/cart-total.ts'
import { ORDER_STAGES } from '../domain/order.ts'
import { countryCode, currency, listOf, listUpTo, pageQuery, single, vehicleTypeId } from './common.ts'
import { COUPON_KINDS, couponSchema, productSchema } from './marketplace.ts'
import {
  MAX_PARKS,
  MAX_TAXES,
  operatorTax,
  operatorText,
  operatorTime,
  operatorWords,
  parkCodeText,
  price,
  priceOrNone,
  wholeFrom,
} from './operator.ts'

const count = wholeFrom(1, MAX_QUANTITY)

/** `hours` as in "Mon-Fri 06:00-20:00", in the car park's time zone; null: at any time. */
const pass = v.strictObject({
  hours: v.optional(v.nullable(operatorText(200)), null),
  vehicle_types: v.optional(v.nullable(v.pipe(v.array(vehicleTypeId), v.minLength(1), v.maxLength(4))), null),
  at_once: wholeFrom(1),
})

export const operatorProductBody = v.pipe(
  v.strictObject({
    country_code: countryCode,
    kind: v.picklist(PRODUCT_KINDS),
    /** Car park where the product is used or picked up; null: anywhere. */
    park: v.optional(v.nullable(parkCodeText), null),
    names: operatorWords(80),
    details: operatorWords(500, 0),
    /** Minor units of `currency`, which is the country's. */
    price,
    currency,
    taxes: listUpTo(operatorTax, MAX_TAXES),
    stock: v.optional(v.nullable(wholeFrom(0)), null),
    limit: v.optional(count, 1),
    /** Only for a monthly pass or permit, which names its car park and has no stock. */
    pass: v.exactOptional(pass),
  }),
  v.examples([
    {
      country_code: 'CA',
      kind: 'monthly_pass',
      park: 'CAKQ2M7',
      names: { en: 'Weekday pass', fr: 'Abonnement semaine' },
      details: { en: 'For working days', fr: 'Pour les jours ouvrés' },
      price: 16_500,
      currency: 'CAD',
      taxes: [],
      stock: null,
      limit: 1,
      pass: { hours: 'Mon-Fri 06:00-20:00', vehicle_types: [1, 2], at_once: 40 },
    },
  ]),
)
export type OperatorProductBody = v.InferOutput<typeof operatorProductBody>

/** Omitted fields stay unchanged. A price needs its currency; `active` false stops sales. */
export const productChangeBody = v.pipe(
  v.strictObject({
    price: v.exactOptional(price),
    currency: v.exactOptional(currency),
    stock: v.exactOptional(v.nullable(wholeFrom(0))),
    active: v.exactOptional(v.literal(false)),
  }),
  v.check((change) => Object.keys(change).length > 0, 'nothing to change'),
  v.check((change) => (change.price === undefined) === (change.currency === undefined), 'a price has its currency'),
  v.examples([{ price: 520_000, currency: 'NGN' }]),
)
export type ProductChangeBody = v.InferOutput<typeof productChangeBody>

export const operatorProductSchema = v.object({ ...productSchema.entries, active: v.boolean() })
export type OperatorProduct = v.InferOutput<typeof operatorProductSchema>
export const operatorProductSingle = single(operatorProductSchema)
export const operatorProductList = listOf(operatorProductSchema)

export const operatorCouponBody = v.pipe(
  v.strictObject({
    country_code: countryCode,
    /** 3 to 20 letters and digits. */
    code: operatorText(40),
    discount_type: v.picklist(['fixed', 'percentage']),
    /** Minor units of `currency`, or whole percent up to 100. */
    discount: price,
    currency,
    minimum_order: v.optional(priceOrNone, 0),
    maximum_discount: v.optional(v.nullable(price), null),
    limit_per_user: v.optional(v.nullable(wholeFrom(1)), null),
    limit_in_all: v.optional(v.nullable(wholeFrom(1)), null),
    /** Product kinds that the coupon applies to; null: all goods but not parking. */
    kinds: v.optional(v.nullable(v.pipe(listUpTo(v.picklist(COUPON_KINDS), 10), v.minLength(1))), null),
    /** Codes of car parks, for a parking coupon; null: everywhere in its country. */
    parks: v.optional(v.nullable(v.pipe(listUpTo(parkCodeText, MAX_PARKS), v.minLength(1))), null),
    start_date: operatorTime,
    end_date: operatorTime,
  }),
  v.examples([
    {
      country_code: 'NG',
      code: 'BAY10',
      discount_type: 'percentage',
      discount: 10,
      currency: 'NGN',
      minimum_order: 500_000,
      maximum_discount: 200_000,
      limit_per_user: 1,
      limit_in_all: 500,
      kinds: null,
      parks: null,
      start_date: '2026-11-24T00:00:00Z',
      end_date: '2027-01-01T00:00:00Z',
    },
  ]),
)
export type OperatorCouponBody = v.InferOutput<typeof operatorCouponBody>

export const endCouponBody = v.pipe(v.strictObject({ active: v.literal(false) }), v.examples([{ active: false }]))

export const operatorCouponSchema = v.object({
  ...couponSchema.entries,
  limit_in_all: v.nullable(v.number()),
  /** Orders and bookings that used the coupon and were not undone. */
  used: v.number(),
  active: v.boolean(),
})
export type OperatorCoupon = v.InferOutput<typeof operatorCouponSchema>
export const operatorCouponSingle = single(operatorCouponSchema)
export const operatorCouponList = listOf(operatorCouponSchema)

/** Without `stage`: paid, unfinished orders. */
export const operatorOrderQuery = v.object({ ...pageQuery, stage: v.optional(v.picklist(ORDER_STAGES)) })

export const ORDER_REASON_MAX = 200
const reason = operatorText(ORDER_REASON_MAX)

/** The next stage, or an ending with its reason, which refunds everything. */
export const orderStageBody = v.pipe(
  v.variant('stage', [
    v.strictObject({ stage: v.picklist(['accepted', 'processing', 'completed']) }),
    v.strictObject({ stage: v.picklist(['rejected', 'cancelled']), reason }),
  ]),
  v.examples([{ stage: 'accepted' }, { stage: 'rejected', reason: 'Damaged in the store' }]),
)

/** Returned pieces of a completed order; without `pieces`, everything not returned yet. */
export const orderReturnBody = v.pipe(
  v.strictObject({
    pieces: v.exactOptional(
      v.pipe(
        listUpTo(v.strictObject({ product_id: wholeFrom(1, 1_000_000_000), pieces: count }), MAX_CART_LINES),
        v.minLength(1),
        v.check((lines) => new Set(lines.map((line) => line.product_id)).size === lines.length, 'named twice'),
      ),
    ),
  }),
  v.examples([{ pieces: [{ product_id: 12, pieces: 1 }] }]),
)
