/** Orders of the marketplace. */
import * as v from 'valibot'
import { MAX_CART_LINES, MAX_QUANTITY, PRODUCT_KINDS } from '../domain/cart-total.ts'
import { ORDER_CANCEL_REASONS, ORDER_STAGES } from '../domain/order.ts'
import {
  amount,
  bothLanguages,
  countryCode,
  currency,
  instantText,
  listOf,
  listUpTo,
  pageQuery,
  single,
  uuid,
} from './common.ts'
import { couponSchema, productPark, productSchema } from './marketplace.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY))

/** Minor units. Pieces that came back are `returned`, and gave `refunded` back. */
export const orderLineSchema = v.object({
  product_id: v.number(),
  kind: v.picklist(PRODUCT_KINDS),
  names: bothLanguages,
  park: v.nullable(productPark),
  price: amount,
  quantity: v.number(),
  goods: amount,
  discount: amount,
  tax: amount,
  total: amount,
  returned: v.number(),
  refunded: amount,
  /** How far it is where that is not as far as its order: each organisation moves its own lines on. */
  stage: v.exactOptional(v.picklist(ORDER_STAGES)),
  /** Why it was rejected or cancelled by itself. */
  reason: v.exactOptional(v.string()),
})
export type OrderLine = v.InferOutput<typeof orderLineSchema>

export const orderTaxes = v.array(v.object({ code: v.string(), name: v.string(), included: v.boolean(), amount }))

export const orderSchema = v.object({
  order_id: uuid,
  /** `OR` and eight Crockford characters. */
  order_code: v.string(),
  /** The phone's id of the cart that it was; null where it came to nothing unpaid. Absent in what an earlier release stored. */
  cart_id: v.exactOptional(v.nullable(uuid)),
  /** False while its goods are kept for a payment at a gateway, and where that came to nothing. */
  paid: v.exactOptional(v.boolean()),
  stage: v.picklist(ORDER_STAGES),
  country_code: countryCode,
  currency,
  lines: v.array(orderLineSchema),
  coupon_code: v.nullable(v.string()),
  goods: amount,
  discount: amount,
  taxes: orderTaxes,
  total: amount,
  /** What came back to the wallet that paid. */
  refunded: amount,
  /** A driver's reason as listed, or an operator's words. */
  cancel_reason: v.nullable(v.string()),
  history: v.array(v.object({ stage: v.picklist(ORDER_STAGES), at: instantText })),
  /** Null until it is numbered, moments after the payment. */
  receipt_number: v.nullable(v.string()),
  demo: v.boolean(),
  version: v.number(),
  created_at: instantText,
  updated_at: instantText,
})
export type Order = v.InferOutput<typeof orderSchema>

export const orderList = listOf(orderSchema)
export const orderSingle = single(orderSchema)
export const orderListQuery = v.object(pageQuery)

/**
 * POST /orders pays from the wallet, or keeps the goods while their driver pays at a gateway. `cart_id` is the phone's: one cart is ordered once, whatever the keys of its requests. `price` and
 * `quoted_total` are what the driver saw; others are refused as `cart_changed`.
 */
export const createOrderBody = v.object({
  cart_id: uuid,
  country_code: countryCode,
  lines: v.pipe(
    listUpTo(
      v.object({ product_id: v.pipe(v.number(), v.safeInteger()), quantity: count, price: amount }),
      MAX_CART_LINES,
    ),
    v.minLength(1),
    v.check(
      (lines) => new Set(lines.map(({ product_id: id }) => id)).size === lines.length,
      'a product is named twice',
    ),
  ),
  coupon_code: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(60))),
  quoted_total: amount,
  payment_method: v.optional(v.picklist(['wallet', 'gateway'])),
})
export type CreateOrderBody = v.InferOutput<typeof createOrderBody>

export const orderStatusQuery = v.object({
  status: v.literal('cancelled'),
  reason: v.picklist(ORDER_CANCEL_REASONS),
})

/** What a refusal `cart_changed` carries: the goods as they are sold now, and the coupon. */
export const cartChangedExtra = v.object({
  products: v.array(productSchema),
  coupon: v.nullable(couponSchema),
  total: amount,
  currency,
})
export type CartChanged = v.InferOutput<typeof cartChangedExtra>

/** Of `product_sold_out` and `product_not_found`: what to take out of the cart, and how many are left of it. */
export const productsMissingExtra = v.object({
  missing: v.array(v.object({ product_id: v.number(), left: v.number() })),
})

/** Of `cart_ordered`: the order that this cart became. */
export const cartOrderedExtra = v.object({ order_code: v.string() })

/** Of the marketplace: the order as it is now, with what came back of it. */
export const orderReceiptSchema = v.object({
  number: v.string(),
  issued_at: instantText,
  kind: v.literal('order'),
  order: orderSchema,
  /** Zone of the country that it was ordered in. */
  timezone: v.string(),
  customer: v.object({ name: v.string(), email: v.string() }),
  paid_with: v.picklist(['wallet', 'gateway']),
})
export type OrderReceipt = v.InferOutput<typeof orderReceiptSchema>
