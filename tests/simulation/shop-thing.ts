import type { Gift } from '../../src/contract/gifts.ts'
import type { Product } from '../../src/contract/marketplace.ts'
import type { CouponWire } from '../../src/contract/marketplace.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { Plan, Subscription } from '../../src/contract/plans.ts'
import type { SeedPark } from './target.ts'

/** What is sold in a world, to its drivers alone. */
export interface Shop {
  /** Where its passes and the spaces of its event are, and nothing else is booked. */
  readonly park: SeedPark
  readonly event: { readonly code: string; readonly held: number }
  /** For a month. */
  readonly pass: Product
  readonly products: readonly Product[]
  readonly coupons: { readonly goods: CouponWire; readonly parking: CouponWire }
  readonly plan: Plan
  /** As it is typed, by driver. */
  readonly referralCodes: readonly string[]
}

interface Owned {
  readonly id: string
  readonly userId: string
  readonly version: number
  /** What it has cost its driver's wallet so far, after what came back; negative: what it brought. Minor units. */
  readonly costMinor: number
  /** What a driver may have of this kind once only; null: as often as they like. */
  readonly wish: string | null
}

/** What drivers have of the shop. `redemption`: a gift, as whoever redeemed it has it; `brought`: a referral, as who brought has it. */
export type ShopThing = Owned &
  (
    | { readonly kind: 'order'; readonly wire: Order }
    | { readonly kind: 'gift'; readonly wire: Gift }
    | { readonly kind: 'plan'; readonly wire: Subscription }
    | { readonly kind: 'redemption' | 'referral' | 'brought' | 'dates'; readonly wire: null }
  )

/** A driver's gifts differ in what they are worth, so that one that was bought twice is seen; from here on. */
export const FIRST_GIFT_MINOR = 500
