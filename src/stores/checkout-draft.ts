import type { CouponWire } from '../contract/marketplace.ts'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** In place of a saved vehicle's id: a plate that is typed. */
export const OTHER_VEHICLE = 'other'

/** What was entered at the checkout, kept through a lost connection, a sign-in on the way and a reload. */
export interface CheckoutDraft {
  /** A saved vehicle or `OTHER_VEHICLE`; null: nothing chosen yet. */
  readonly vehicleId: string | null
  readonly plate: string
  /** Of who books without an account. */
  readonly contactKind: 'email' | 'phone'
  readonly contact: string
  /** Null: not chosen yet; the wallet, for who has an account. */
  readonly method: 'wallet' | 'gateway' | null
  /** What takes something off, where the wallet pays. */
  readonly coupon: CouponWire | null
  /** Path of the checkout where the driver asked to be told when the connection is back; null: nowhere. */
  readonly waitingAt: string | null
}

interface CheckoutDraftStore extends CheckoutDraft {
  readonly change: (part: Partial<CheckoutDraft>) => void
  readonly clear: () => void
}

const EMPTY: CheckoutDraft = {
  vehicleId: null,
  plate: '',
  contactKind: 'email',
  contact: '',
  method: null,
  coupon: null,
  waitingAt: null,
}

export const useCheckoutDraft = create<CheckoutDraftStore>()(
  persist(
    (set) => ({
      ...EMPTY,
      change: (part) => set(part),
      clear: () => set(EMPTY),
    }),
    { name: 'baywise-checkout', storage: createJSONStorage(() => sessionStorage) },
  ),
)
