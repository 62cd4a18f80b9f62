import type { Product } from '../contract/marketplace.ts'
import type { Order } from '../contract/orders.ts'
import { type Cart, readCart, readOrders, readProducts } from '../db/read/marketplace.ts'
import type { CountryCode } from '../domain/country.ts'
import { type Query, useSaved } from './query.ts'

export type { Cart, CartLine } from '../db/read/marketplace.ts'

/** Null when never listed on this phone. */
export const useProducts = (country: CountryCode): Query<readonly Product[] | null> =>
  useSaved(() => readProducts(country), [country])

/** Null when empty. */
export const useCart = (country: CountryCode): Query<Cart | null> => useSaved(() => readCart(country), [country])

/** Newest first; null when never fetched on this phone. */
export const useOrders = (): Query<readonly Order[] | null> => useSaved(() => readOrders(), [])
