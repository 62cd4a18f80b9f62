import { checkCoupon } from '../api/coupons.ts'
import type { CouponWire } from '../contract/marketplace.ts'
import type { Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'

/**
 * Asks the provider what a coupon deducts. Refusals: coupon_not_found, coupon_stacked, coupon_expired, coupon_used_up,
 * rate_limited.
 */
export const askCoupon = (
  country: string,
  code: string,
  phone: AppContext = appContext,
): Promise<Result<CouponWire, ActionError>> =>
  attempt(phone, () => checkCoupon(phone.client, { country, coupon_code: code }))
