import type { CouponWire, Product } from '../contract/marketplace.ts'
import type { CountryCode } from '../domain/country.ts'

export interface CartLine {
  /** As it was sold when it was put in, or when the provider last said. */
  readonly product: Product
  readonly quantity: number
  /** Minor units: what it cost before the provider said another price; absent where that is the one that was seen. */
  readonly formerPrice?: number
}

/** What is to be ordered in one country. Kept on the phone alone, also without an account. */
export interface Cart {
  /** UUID: one cart is ordered once. */
  readonly id: string
  readonly country: CountryCode
  readonly lines: readonly CartLine[]
  readonly coupon: CouponWire | null
  /** Not all of it could be read as it was stored, and its driver has changed nothing since. */
  readonly mended?: true
}

/** As a row has it: an older or a broken page may have written it, see `mendCart`. */
export interface StoredCart {
  readonly cart?: unknown
  readonly savedAt: number
}

export const CART = 'cart:'
/** Rows of `saved`. */
export const cartKey = (country: CountryCode): string => `${CART}${country}`
export const productsKey = (country: CountryCode): string => `products:${country}`
