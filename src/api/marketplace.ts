import type * as v from 'valibot'
import type { Page } from '../contract/common.ts'
import { couponSingle, type CouponWire, type Product, productList } from '../contract/marketplace.ts'
import type { CountryCode } from '../domain/country.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export const listProducts = (
  client: Client,
  query: { readonly country: CountryCode; readonly page: number; readonly size: number },
): Promise<Result<Page<Product>, ApiError>> =>
  client.send<v.InferOutput<typeof productList>>({
    method: 'GET',
    path: '/marketplace/products',
    query: { ...query },
    schema: productList,
    isAnswer: ({ page, items }) => page === query.page && items.every((item) => item.country_code === query.country),
    as: 'anyone',
  })

/** Refusals: coupon_not_found, coupon_stacked, coupon_expired, coupon_used_up, rate_limited. */
export async function checkCoupon(
  client: Client,
  body: { readonly country: CountryCode; readonly coupon_code: string },
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
