import type { Company } from '../contract/companies.ts'
import type { Plan, Subscription } from '../contract/plans.ts'

/** Rows of `saved` that hold a list of the driver's which only grows. */
export const GIFTS = 'gifts'
export const ORDERS = 'orders'
/** The driver's plans: few, and read whole. */
export const PLANS = 'plans'
/** The companies that pay for the driver, and whether one does by their last choice. */
export const COMPANIES = 'companies'

/** Fields of such a row: a country's plans, and a driver's own. */
export interface KeptPlans {
  readonly plans?: readonly Plan[]
  readonly subscriptions?: readonly Subscription[]
}

export interface KeptCompanies {
  readonly companies?: readonly Company[]
  readonly payer?: string | null
}

export const KEPT_LISTS = [GIFTS, ORDERS, PLANS, COMPANIES] as const
