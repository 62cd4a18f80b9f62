import type { DocumentFeesWire } from '../../src/contract/documents-page.ts'
import type { Gift } from '../../src/contract/gifts.ts'
import type { Product } from '../../src/contract/marketplace.ts'
import type { CouponWire } from '../../src/contract/marketplace.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { Plan, Subscription } from '../../src/contract/plans.ts'
import type { Renewal, ScanWire } from '../../src/contract/vehicle-documents.ts'
import type { Currency } from '../../src/domain/money.ts'
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
  /** What the documents of a Nigerian vehicle cost, and what each driver has in naira at the start, kobo. */
  readonly documents: { readonly fees: DocumentFeesWire; readonly balanceMinor: number }
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
    | { readonly kind: 'renewal'; readonly wire: Renewal }
    /** A picture; null once a renewal has it. */
    | { readonly kind: 'scan'; readonly wire: ScanWire | null }
    | { readonly kind: 'redemption' | 'referral' | 'brought' | 'dates'; readonly wire: null }
  )

/** A driver's gifts differ in what they are worth, so that one that was bought twice is seen; from here on. */
export const FIRST_GIFT_MINOR = 500

/** Vehicles' documents are renewed in Nigeria; everything else of a world is in Canada. */
export const currencyOf = ({ kind }: ShopThing): Currency => (kind === 'renewal' ? 'NGN' : 'CAD')
