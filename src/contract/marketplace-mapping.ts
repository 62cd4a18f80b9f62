import type { CartGoods } from '../domain/cart-total.ts'
import type { Coupon } from '../domain/coupon.ts'
import { mustInstant } from '../domain/instant.ts'
import type { CouponWire, Product } from './marketplace.ts'
import { taxFromWire } from './tariff-mapping.ts'

/** Separate from the schemas, so that pricing a cart does not load them. */
export const goodsOf = (
  { kind, price, taxes }: Pick<Product, 'kind' | 'price' | 'taxes'>,
  quantity: number,
): CartGoods => ({ kind, priceMinor: price, quantity, taxes: taxes.map(taxFromWire) })

export const couponFromWire = (
  wire: Omit<CouponWire, 'code' | 'country_code' | 'limit_per_user' | 'demo'>,
): Coupon => ({
  discountType: wire.discount_type,
  discount: wire.discount,
  minimumMinor: wire.minimum_order,
  maximumMinor: wire.maximum_discount,
  kinds: wire.kinds,
  parks: wire.parks,
  startMs: mustInstant(wire.start_date),
  endMs: mustInstant(wire.end_date),
})
