import type { CouponWire } from '../contract/marketplace.ts'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** Stands for a typed plate, in place of a saved vehicle's id. */
export const OTHER_VEHICLE = 'other'

/** What was entered at the checkout, kept across a lost connection, a sign-in and a reload. */
export interface CheckoutDraft {
  /** A saved vehicle or `OTHER_VEHICLE`; null when nothing is chosen yet. */
  readonly vehicleId: string | null
  readonly plate: string
  /** For a booking without an account. */
  readonly contactKind: 'email' | 'phone'
  readonly contact: string
  /** Null when not chosen yet: the wallet is then the default for drivers with an account. */
  readonly method: 'wallet' | 'gateway' | null
  /** The coupon applied when the wallet pays. */
  readonly coupon: CouponWire | null
  /** Path of the checkout where the driver asked to be notified when the connection is back; null when none. */
  readonly waitingAt: string | null
}

interface CheckoutDraftStore extends CheckoutDraft {
  /** Id of the driver who entered it; null for a visitor. */
  readonly ownerId: string | null
  /**
   * Called with who is signed in. Another driver's draft is emptied; a visitor's is taken over by the driver who signs
   * in.
   */
  readonly claim: (userId: string | null) => void
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
      ownerId: null,
      claim: (userId) =>
        set(({ ownerId }) => ({ ...(ownerId === null || ownerId === userId ? {} : EMPTY), ownerId: userId })),
    }),
    { name: 'baywise-checkout', storage: createJSONStorage(() => sessionStorage) },
  ),
)
