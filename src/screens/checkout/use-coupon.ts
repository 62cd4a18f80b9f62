import type { CouponWire } from '../../contract/marketplace.ts'
import type { Park } from '../../contract/parks.ts'
import type { CouponProblem } from '../../domain/coupon.ts'
import type { Quote } from '../../domain/tariff.ts'
import { useNow } from '../../parts/use-now.ts'
import { priceWithCoupon } from '../../queries/coupon-price.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'

export interface UsedCoupon {
  /** A coupon for the car park's country; null when none is added. */
  readonly coupon: CouponWire | null
  readonly problem: CouponProblem | 'coupon_wallet_only' | null
  /** The code to send; null when it takes nothing off. */
  readonly code: string | null
  readonly quote: Quote | null
}

/** Applies the checkout's coupon to a price. */
export function useCoupon(park: Park, quote: Quote | null, isFromWallet: boolean): UsedCoupon {
  const minuteMs = useNow()
  const kept = useCheckoutDraft((draft) => draft.coupon)
  const coupon = kept?.country_code === park.country_code ? kept : null
  if (coupon === null || quote === null) return { coupon, problem: null, code: null, quote }
  if (!isFromWallet) return { coupon, problem: 'coupon_wallet_only', code: null, quote }
  const less = priceWithCoupon(quote, coupon, { parkId: park.id, minuteMs })
  return less.ok
    ? { coupon, problem: null, code: coupon.code, quote: less.value }
    : { coupon, problem: less.error, code: null, quote }
}
