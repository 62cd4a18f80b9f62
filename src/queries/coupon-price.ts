import { couponFromWire } from '../contract/marketplace-mapping.ts'
import type { CouponWire } from '../contract/marketplace.ts'
import type { CouponProblem } from '../domain/coupon.ts'
import { discountStay } from '../domain/stay-coupon.ts'
import type { Quote } from '../domain/tariff.ts'
import type { Result } from '../lib/result.ts'

/**
 * Returns a stay's price after a coupon, as the provider will calculate it.
 * @param minuteMs the current minute: a coupon that began within it is valid, because the provider has accepted it.
 */
export function priceWithCoupon(
  quote: Quote,
  coupon: CouponWire,
  { parkId, minuteMs }: { readonly parkId: number; readonly minuteMs: number },
): Result<Quote, CouponProblem> {
  const terms = couponFromWire(coupon)
  const nowMs = Math.max(minuteMs, terms.startMs)
  return discountStay(quote, { code: coupon.code, coupon: terms }, { parkId, nowMs })
}
