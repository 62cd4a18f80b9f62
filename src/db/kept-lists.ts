import type { Company } from '../contract/companies.ts'
import type { Plan, Subscription } from '../contract/plans.ts'
import type { ParkPhotos } from '../contract/park-photos.ts'
import type { ReviewList } from '../contract/reviews.ts'
import type { TypicalHours } from '../contract/typical-hours.ts'

/** Keys of `saved` rows that hold a list of the driver's that only grows. */
export const GIFTS = 'gifts'
export const ORDERS = 'orders'
/** The driver's plans: few, so read as a whole. */
export const PLANS = 'plans'
/** The companies that pay for the driver, and whether the driver last chose one of them. */
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

/** Data of recently viewed car parks: typical occupancy, reviews and the list of photos. */
export interface KeptOfPark {
  readonly typical?: TypicalHours
  readonly reviews?: ReviewList
  readonly photos?: ParkPhotos
}
