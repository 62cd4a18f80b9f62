import { Hono } from 'hono'
import {
  couponCheckBody,
  couponSingle,
  productList,
  productListQuery,
  productParam,
  productSingle,
} from '../../src/contract/marketplace.ts'
import { parseCouponCode } from '../../src/domain/coupon.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, returnAttempt, secondsToReset } from '../repositories/attempts.ts'
import { findCoupon } from '../repositories/coupons.ts'
import { findProduct, listProducts } from '../repositories/products.ts'
import { networkOf } from '../rules/client-network.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { toCouponWire, toProductWire } from '../services/marketplace-wire.ts'

const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PER_NETWORK = 20

/** Goods sold besides parking, and discounts by coupon. Browsing needs no account. */
export function marketplaceRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const say = (route: Omit<Parameters<typeof describe>[0], 'tag'>) =>
    describe({ tag: 'marketplace', ...route }, deps.config)

  routes.get(
    '/marketplace/products',
    say({ summary: 'What is sold in a country', answers: { 200: productList } }),
    validate('query', productListQuery),
    async (c) => {
      const { country, page, size } = c.req.valid('query')
      const { rows, total } = await listProducts(deps.db, { country, page, size })
      return c.json({ items: rows.map(toProductWire), total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )

  routes.get(
    '/marketplace/products/:id',
    say({ summary: 'One product', answers: { 200: productSingle } }),
    validate('param', productParam),
    async (c) => {
      const row = await findProduct(deps.db, c.req.valid('param').id)
      return row === undefined ? problem(c, 'product_not_found') : c.json({ data: toProductWire(row) })
    },
  )

  routes.post(
    '/marketplace/coupons/check',
    say({ summary: 'What a coupon takes off, by its code', answers: { 200: couponSingle } }),
    validate('json', couponCheckBody),
    async (c) => {
      const { db } = deps
      const { country, coupon_code: text } = c.req.valid('json')
      const code = parseCouponCode(text)
      if (!code.ok) return problem(c, code.error)
      const bucket = `coupon:${networkOf(c.get('address'))}`
      const nowMs = deps.clock.now()
      const { count, resetsMs } = await countAttempt(db, { bucket, windowMs: WINDOW_MS, nowMs })
      if (count > WRONG_PER_NETWORK) {
        return problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) })
      }
      const coupon = await findCoupon(db, { country, code: code.value })
      if (coupon === undefined) return problem(c, 'coupon_not_found')
      await returnAttempt(db, bucket)
      if (coupon.ends_at <= nowMs) return problem(c, 'coupon_expired')
      if (coupon.limit_in_all !== null && coupon.used >= coupon.limit_in_all) return problem(c, 'coupon_used_up')
      return c.json({ data: toCouponWire(coupon) }, 200, { 'cache-control': 'no-store' })
    },
  )

  return routes
}
