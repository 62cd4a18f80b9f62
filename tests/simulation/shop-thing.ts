import type { DocumentFeesWire } from '../../src/contract/documents-page.ts'
import type { Gift } from '../../src/contract/gifts.ts'
import type { Product } from '../../src/contract/marketplace.ts'
import type { CouponWire } from '../../src/contract/marketplace.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { Plan, Subscription } from '../../src/contract/plans.ts'
import type { Renewal, ScanWire } from '../../src/contract/vehicle-documents.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { SeedPark } from './target.ts'

/** What is sold in a world, visible to its drivers only. */
export interface Shop {
  /** The car park of its passes and of its event's spaces; nothing else is booked there. */
  readonly park: SeedPark
  readonly event: { readonly code: string; readonly held: number }
  /** The monthly pass. */
  readonly pass: Product
  readonly products: readonly Product[]
  readonly coupons: { readonly goods: CouponWire; readonly parking: CouponWire }
  readonly plan: Plan
  /** Fees for the documents of a Nigerian vehicle, and each driver's initial balance in naira (kobo). */
  readonly documents: { readonly fees: DocumentFeesWire; readonly balanceMinor: number }
  /** As typed, by driver. */
  readonly referralCodes: readonly string[]
}

interface Owned {
  readonly id: string
  readonly userId: string
  readonly version: number
  /** Net cost to its driver's wallet so far, in minor units; negative when it credited the wallet. */
  readonly costMinor: number
  /** Identifies what a driver may have only once of this kind; null when there is no limit. */
  readonly wish: string | null
}

/**
 * What drivers have in the shop. `redemption` is a gift on the side of the redeeming driver; `brought` is a referral on
 * the side of the referring driver.
 */
export type ShopThing = Owned &
  (
    | { readonly kind: 'order'; readonly wire: Order }
    | { readonly kind: 'gift'; readonly wire: Gift }
    | { readonly kind: 'plan'; readonly wire: Subscription }
    | { readonly kind: 'renewal'; readonly wire: Renewal }
    /** A scan; null once a renewal uses it. */
    | { readonly kind: 'scan'; readonly wire: ScanWire | null }
    | { readonly kind: 'redemption' | 'referral' | 'brought' | 'dates'; readonly wire: null }
  )

/** Lowest gift value: each gift of a world has a different value, so that a gift bought twice is detected. */
export const FIRST_GIFT_MINOR = 500

/** Vehicle documents are renewed in Nigeria; everything else in a world is in Canada. */
export const currencyOf = ({ kind }: ShopThing): Currency => (kind === 'renewal' ? 'NGN' : 'CAD')
