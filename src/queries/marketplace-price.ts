import { couponFromWire, goodsOf } from '../contract/marketplace-mapping.ts'
import type { Order } from '../contract/orders.ts'
import { priceCart } from '../domain/cart-total.ts'
import type { CouponProblem } from '../domain/coupon.ts'
import { getCountry } from '../domain/country.ts'
import { must } from '../lib/assert.ts'
import type { Cart } from './use-marketplace.ts'

export interface CartPrice extends Pick<Order, 'currency' | 'goods' | 'discount' | 'coupon_code' | 'taxes' | 'total'> {
  /** Why the coupon deducts nothing; null when it does, or there is none. */
  readonly problem: CouponProblem | null
  readonly count: number
}

/**
 * Prices a cart as the provider will. An invalid coupon is left out, and `problem` says why.
 * @param minuteMs the current minute: a coupon that began within it is valid, because the provider has accepted it.
 */
export function priceOf(cart: Cart, minuteMs: number): CartPrice {
  const goods = cart.lines.map(({ product, quantity }) => goodsOf(product, quantity))
  const coupon = cart.coupon === null ? null : couponFromWire(cart.coupon)
  const nowMs = Math.max(minuteMs, coupon?.startMs ?? minuteMs)
  const priced = priceCart({ goods, coupon, nowMs })
  const plain = priced.ok ? priced : priceCart({ goods, coupon: null, nowMs })
  const { goodsMinor, discountMinor, taxes, totalMinor } = must(plain.ok ? plain.value : null, 'price without a coupon')
  return {
    currency: getCountry(cart.country).currency,
    goods: goodsMinor,
    discount: discountMinor,
    coupon_code: cart.coupon?.code ?? null,
    taxes: taxes.map(({ code, name, included, amountMinor: amount }) => ({ code, name, included, amount })),
    total: totalMinor,
    problem: priced.ok ? null : priced.error,
    count: cart.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}
