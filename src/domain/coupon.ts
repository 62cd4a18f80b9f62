/** Coupons: discount codes for goods and for parking. */
import { err, ok, type Result } from '../lib/result.ts'
import type { ProductKind } from './cart-total.ts'
import { multiplyHalfUp } from './money.ts'

/** Kinds that a coupon can apply to. */
export const PARKING = 'parking'
export type CouponKind = ProductKind | typeof PARKING

export interface Coupon {
  readonly discountType: 'fixed' | 'percentage'
  /** Minor units, or whole percent. */
  readonly discount: number
  /** Minimum price of the eligible items; 0: none. */
  readonly minimumMinor: number
  /** Maximum discount of a percentage coupon; null: no limit. */
  readonly maximumMinor: number | null
  /** Eligible kinds; null: all goods. Parking must be listed explicitly. */
  readonly kinds: readonly CouponKind[] | null
  /** Ids of the car parks where it reduces the price of parking; null: everywhere in its country. */
  readonly parks: readonly number[] | null
  readonly startMs: number
  readonly endMs: number
}

/** Refusal names: see `ERROR_CODES`. */
export type CouponProblem =
  | 'coupon_expired'
  | 'coupon_not_applicable'
  | 'coupon_minimum'
  | 'coupon_over_subtotal'
  | 'coupon_over_hundred'

export const isFor = (coupon: Coupon | null, kind: ProductKind): boolean =>
  coupon !== null && (coupon.kinds === null || coupon.kinds.includes(kind))

/** Returns the discount, at most the price of the eligible items. */
export function discountOf(
  coupon: Coupon,
  { subtotalMinor, nowMs }: { readonly subtotalMinor: number; readonly nowMs: number },
): Result<number, CouponProblem> {
  if (nowMs < coupon.startMs || nowMs >= coupon.endMs) return err('coupon_expired')
  if (subtotalMinor === 0) return err('coupon_not_applicable')
  if (subtotalMinor < coupon.minimumMinor) return err('coupon_minimum')
  if (coupon.discountType === 'fixed') {
    return coupon.discount > subtotalMinor ? err('coupon_over_subtotal') : ok(coupon.discount)
  }
  if (coupon.discount > 100) return err('coupon_over_hundred')
  const discountMinor = multiplyHalfUp(subtotalMinor, coupon.discount, 100)
  return ok(Math.min(discountMinor, coupon.maximumMinor ?? discountMinor))
}

export type CouponCodeProblem = 'coupon_stacked' | 'coupon_not_found'

/** Parses a typed code: case, surrounding spaces and hyphens are ignored. Two codes at once have their own refusal. */
export function parseCouponCode(text: string): Result<string, CouponCodeProblem> {
  const parts = text.trim().split(/[\s,;+&]+/)
  if (parts.length > 1) return err('coupon_stacked')
  const code = (parts[0] ?? '').toUpperCase().replaceAll('-', '')
  return /^[A-Z0-9]{3,20}$/.test(code) ? ok(code) : err('coupon_not_found')
}
