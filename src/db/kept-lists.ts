import type { Plan, Subscription } from '../contract/plans.ts'

/** Rows of `saved` that hold a list of the driver's which only grows. */
export const GIFTS = 'gifts'
export const ORDERS = 'orders'
/** The driver's plans: few, and read whole. */
export const PLANS = 'plans'

/** Fields of such a row: a country's plans, and a driver's own. */
export interface KeptPlans {
  readonly plans?: readonly Plan[]
  readonly subscriptions?: readonly Subscription[]
}

export const KEPT_LISTS = [GIFTS, ORDERS, PLANS] as const
