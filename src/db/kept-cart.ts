import type { CouponWire, Product } from '../contract/marketplace.ts'
import type { CountryCode } from '../domain/country.ts'

export interface CartLine {
  /** As sold when it was put in, or as the provider last stated. */
  readonly product: Product
  readonly quantity: number
  /** Price before the provider changed it, minor units; absent when the driver has seen the current price. */
  readonly formerPrice?: number
}

/** A pending order in one country. Stored on the phone only; needs no account. */
export interface Cart {
  /** UUID: one cart is ordered at most once. */
  readonly id: string
  readonly country: CountryCode
  readonly lines: readonly CartLine[]
  readonly coupon: CouponWire | null
  /** Part of it was unreadable as stored, and its driver has changed nothing since. */
  readonly mended?: true
}

/** A cart as stored: an older or broken page may have written it, see `mendCart`. */
export interface StoredCart {
  readonly cart?: unknown
  readonly savedAt: number
}

export const CART = 'cart:'
/** Keys of `saved` rows. */
export const cartKey = (country: CountryCode): string => `${CART}${country}`
export const productsKey = (country: CountryCode): string => `products:${country}`
