import { couponSingle, type CouponWire } from '../contract/marketplace.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** Refusals: coupon_not_found, coupon_stacked, coupon_expired, coupon_used_up, rate_limited. */
export async function checkCoupon(
  client: Client,
  body: { readonly country: string; readonly coupon_code: string },
): Promise<Result<CouponWire, ApiError>> {
  const answer = await client.send({
    method: 'POST',
    path: '/marketplace/coupons/check',
    body,
    schema: couponSingle,
    isAnswer: ({ data }) => data.country_code === body.country,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
