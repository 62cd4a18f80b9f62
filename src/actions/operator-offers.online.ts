/** Coupons and plans of an operator's car parks, in the console. Nothing of it is stored on the phone. */
import type { Page } from '../contract/common.ts'
import {
  type OperatorPlan,
  type OperatorPlanBody,
  operatorPlanList,
  operatorPlanSingle,
} from '../contract/operator-plans.ts'
import {
  type OperatorCoupon,
  type OperatorCouponBody,
  operatorCouponList,
  operatorCouponSingle,
} from '../contract/operator-shop.ts'
import { taxToWire } from '../contract/tariff-mapping.ts'
import type { Tax } from '../domain/tariff-types.ts'
import type { Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

type Answer<T> = Promise<Result<T, ActionError>>

const PAGE = 20
const ENDED = { active: false }

/** Includes ended ones. `page`: from 1. */
export const loadCoupons = (page: number): Answer<Page<OperatorCoupon>> =>
  readOperator({ method: 'GET', path: '/coupons', query: { page, size: PAGE }, schema: operatorCouponList })

export const addCoupon = (body: OperatorCouponBody) =>
  changeOperator({ method: 'POST', path: '/coupons', body, schema: operatorCouponSingle })

export const endCoupon = ({ country_code: country, code }: Pick<OperatorCoupon, 'country_code' | 'code'>) =>
  changeOperator({
    ...{ method: 'PATCH', path: `/coupons/${country}/${encodeURIComponent(code)}` },
    ...{ body: ENDED, schema: operatorCouponSingle },
  })

/** Includes ended ones. `page`: from 1. */
export const loadPlans = (page: number): Answer<Page<OperatorPlan>> =>
  readOperator({ method: 'GET', path: '/plans', query: { page, size: PAGE }, schema: operatorPlanList })

/** `taxes`: those of its location, included in the price. A fixed charge per stay does not apply to a month. */
export const addPlan = (plan: Omit<OperatorPlanBody, 'taxes'>, taxes: readonly Tax[]) => {
  const inside = taxes.filter(({ kind }) => kind === 'percent').map((tax) => taxToWire({ ...tax, included: true }))
  return changeOperator({
    method: 'POST',
    path: '/plans',
    body: { ...plan, taxes: inside },
    schema: operatorPlanSingle,
  })
}

export const endPlan = (id: number) =>
  changeOperator({ method: 'PATCH', path: `/plans/${String(id)}`, body: ENDED, schema: operatorPlanSingle })
