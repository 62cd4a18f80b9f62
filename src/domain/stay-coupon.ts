/** Discount of a coupon on a stay: one function for phone and provider, so both agree to the minor unit. */
import { err, ok, type Result } from '../lib/result.ts'
import { type Coupon, type CouponProblem, discountOf, PARKING } from './coupon.ts'
import { beforeTax, type Priced, takeOffMinor } from './take-off.ts'
import type { Quote } from './tariff-types.ts'

export interface StayCoupon {
  readonly code: string
  readonly coupon: Coupon
}

/** Discount on parking and fees, before taxes. */
export interface TakenOff {
  readonly code: string
  /** Minor units. */
  readonly discountMinor: number
}

/** Returns the price with a coupon line, and taxes on the remainder; never negative. */
export const takeOff = (priced: Priced, { code, discountMinor }: TakenOff): Priced =>
  takeOffMinor(priced, discountMinor, (amountMinor) => ({ kind: 'coupon', code, amountMinor }))

/** Returns the coupon of a price, if any. */
export function findTakenOff(lines: Quote['lines']): TakenOff | undefined {
  const line = lines.find(({ kind }) => kind === 'coupon')
  return line?.kind === 'coupon' ? { code: line.code, discountMinor: -line.amountMinor } : undefined
}

/** Returns a stay's price less the coupon. `nowMs`: time of booking, at which the coupon must be valid. */
export function discountStay<P extends Priced>(
  quote: P,
  { code, coupon }: StayCoupon,
  { parkId, nowMs }: { readonly parkId: number; readonly nowMs: number },
): Result<P, CouponProblem> {
  const isHere = coupon.kinds?.includes(PARKING) === true && (coupon.parks?.includes(parkId) ?? true)
  if (!isHere) return err('coupon_not_applicable')
  const discount = discountOf(coupon, { subtotalMinor: beforeTax(quote), nowMs })
  if (!discount.ok) return discount
  if (discount.value === 0) return err('coupon_not_applicable')
  return ok({ ...quote, ...takeOff(quote, { code, discountMinor: discount.value }) })
}
