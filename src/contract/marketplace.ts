/** Marketplace: products sold beside parking, and their coupons. */
import * as v from 'valibot'
import { PRODUCT_KINDS } from '../domain/cart-total.ts'
import { PARKING } from '../domain/coupon.ts'
import { amount, bothLanguages, countryCode, currency, instantText, listOf, pageQuery, single } from './common.ts'
import { productPassSchema } from './monthly.ts'
import { taxSchema } from './tariff.ts'

/** The car park where a product is used or picked up. */
export const productPark = v.object({ code: v.string(), slug: v.string(), name: v.string() })

export const productSchema = v.object({
  id: v.number(),
  kind: v.picklist(PRODUCT_KINDS),
  names: bothLanguages,
  details: bothLanguages,
  country_code: countryCode,
  park: v.nullable(productPark),
  /** Price of one piece in minor units; `included` taxes are part of it, other taxes are added. */
  price: amount,
  currency,
  taxes: v.array(taxSchema),
  /** Pieces left; null: no limit. */
  stock: v.nullable(v.number()),
  /** Maximum per order. */
  limit: v.number(),
  /** Only for a monthly pass or permit, which is booked for a plate and a first day and never goes into a cart. */
  pass: v.exactOptional(productPassSchema),
  /** Invented by the sandbox. */
  demo: v.boolean(),
  version: v.number(),
  updated_at: instantText,
})
export type Product = v.InferOutput<typeof productSchema>

export const productList = listOf(productSchema)
export const productSingle = single(productSchema)
export const productListQuery = v.object({ ...pageQuery, country: countryCode })
export const productParam = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
})

export const COUPON_KINDS = [...PRODUCT_KINDS, PARKING] as const

export const couponSchema = v.object({
  code: v.string(),
  country_code: countryCode,
  discount_type: v.picklist(['fixed', 'percentage']),
  /** Minor units of the country's currency, or whole percent. */
  discount: v.number(),
  minimum_order: amount,
  maximum_discount: v.nullable(amount),
  limit_per_user: v.nullable(v.number()),
  /** Product kinds that it applies to; null: all goods. */
  kinds: v.nullable(v.array(v.picklist(COUPON_KINDS))),
  /** Ids of the car parks where it reduces the price of parking; null: everywhere in the country. */
  parks: v.nullable(v.array(v.number())),
  start_date: instantText,
  end_date: instantText,
  demo: v.boolean(),
})
export type CouponWire = v.InferOutput<typeof couponSchema>

/** The code is never put in a URL, because URLs are logged. */
export const couponCheckBody = v.object({
  country: countryCode,
  coupon_code: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
})
export const couponSingle = single(couponSchema)
