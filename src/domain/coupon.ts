/** One idea of a discount by a code, for goods and for parking. */
import { err, ok, type Result } from '../lib/result.ts'
import type { ProductKind } from './cart-total.ts'
import { multiplyHalfUp } from './money.ts'

/** What a coupon may be for. */
export const PARKING = 'parking'
export type CouponKind = ProductKind | typeof PARKING

export interface Coupon {
  readonly discountType: 'fixed' | 'percentage'
  /** Minor units, or whole percent. */
  readonly discount: number
  /** Least price of what it applies to; 0: none. */
  readonly minimumMinor: number
  /** The most that a percentage takes off; null: no limit. */
  readonly maximumMinor: number | null
  /** What it applies to; null: all goods. Parking is always named. */
  readonly kinds: readonly CouponKind[] | null
  /** Ids of the car parks where it takes something off parking; null: everywhere in its country. */
  readonly parks: readonly number[] | null
  readonly startMs: number
  readonly endMs: number
}

/** Names of refusals: see `ERROR_CODES`. */
export type CouponProblem =
  | 'coupon_expired'
  | 'coupon_not_applicable'
  | 'coupon_minimum'
  | 'coupon_over_subtotal'
  | 'coupon_over_hundred'

export const isFor = (coupon: Coupon | null, kind: ProductKind): boolean =>
  coupon !== null && (coupon.kinds === null || coupon.kinds.includes(kind))

/** Never more than what it applies to costs. */
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

/** As people type it: case, spaces around it and hyphens do not count. Two codes are refused as such. */
export function parseCouponCode(text: string): Result<string, CouponCodeProblem> {
  const parts = text.trim().split(/[\s,;+&]+/)
  if (parts.length > 1) return err('coupon_stacked')
  const code = (parts[0] ?? '').toUpperCase().replaceAll('-', '')
  return /^[A-Z0-9]{3,20}$/.test(code) ? ok(code) : err('coupon_not_found')
}
