import { Hono } from 'hono'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  endCouponBody,
  type OperatorCoupon,
  operatorCouponBody,
  operatorCouponList,
  operatorCouponSingle,
} from '../../../src/contract/operator-shop.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { type CouponRow, listCoupons } from '../../repositories/coupons.ts'
import { isWithin } from '../../rules/operator-rights.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { isForParkingAlone, issueCoupon, stopCoupon } from '../../services/issue-coupons.ts'
import { toCouponWire } from '../../services/marketplace-wire.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, pageOf } from './answer.ts'
import { COUPON_EXAMPLE } from './examples.ts'

const toWire = (row: CouponRow): OperatorCoupon => ({
  ...toCouponWire(row),
  limit_in_all: row.limit_in_all,
  used: row.used,
  active: row.active,
})

function addList(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/operator/coupons',
    describeOperator(deps, {
      summary: 'Coupons, those that ended too, and how often each is used',
      answers: { 200: operatorCouponList },
    }),
    requireOperator(deps, 'shop'),
    validate('query', operatorListQuery),
    async (c) => {
      const { parks: within } = c.get('operator')
      const isTheirs = (row: CouponRow) => within === null || (isForParkingAlone(row) && isWithin(within, row.parks))
      const rows = (await listCoupons(deps.db)).filter(isTheirs)
      return c.json(pageOf(rows.map(toWire), c.req.valid('query')), 200, NO_STORE)
    },
  )
}

/** Coupons for goods and for parking. */
export function operatorCouponRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'shop')
  addList(routes, deps)

  routes.post(
    '/operator/coupons',
    describeOperator(deps, {
      summary: 'Issue a coupon; a key for some car parks issues those for parking there',
      answers: { 201: operatorCouponSingle },
      example: COUPON_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', operatorCouponBody),
    (c) => {
      const body = c.req.valid('json')
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, at) => {
          const issued = await issueCoupon(tx, { body, ...at })
          if (!issued.ok) return err<Refusal>(issued.error)
          const subject = `${issued.value.country_code} ${issued.value.code}`
          return ok({ data: toWire(issued.value), change: { action: 'coupon.add', subject, details: body } })
        },
      })
    },
  )

  routes.patch(
    '/operator/coupons/:country/:code',
    describeOperator(deps, {
      summary: 'End a coupon: nothing can use it any more',
      answers: { 200: operatorCouponSingle },
      example: COUPON_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', endCouponBody),
    (c) => {
      const [country, code] = [c.req.param('country').toUpperCase(), c.req.param('code').toUpperCase()]
      return answerOnce(c, deps, {
        work: async (tx, { within }) => {
          const stopped = await stopCoupon(tx, { country, code, within })
          if (!stopped.ok) return err<Refusal>(stopped.error)
          const { coupon, isChanged } = stopped.value
          const change = { action: 'coupon.end' as const, subject: `${country} ${code}`, details: {} }
          return ok({ data: toWire(coupon), change: isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
