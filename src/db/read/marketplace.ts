import type { Product } from '../../contract/marketplace.ts'
import type { Order } from '../../contract/orders.ts'
import type { CountryCode } from '../../domain/country.ts'
import { databases, type Databases } from '../databases.ts'
import { type Cart, cartKey, productsKey } from '../kept-cart.ts'
import { mendCart } from './mend-cart.ts'
import { ORDERS } from '../kept-lists.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export type { Cart, CartLine } from '../kept-cart.ts'

/** Null when never listed on this phone. */
export const readProducts = (
  country: CountryCode,
  dbs: Databases = databases,
): Promise<Saved<readonly Product[] | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(productsKey(country))
    return { value: row?.products ?? null, savedAt: row?.savedAt ?? null }
  })

/** Null when empty. */
export const readCart = (country: CountryCode, dbs: Databases = databases): Promise<Saved<Cart | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(cartKey(country))
    return { value: mendCart(row, country), savedAt: row?.savedAt ?? null }
  })

/** Newest first; null when never fetched on this phone. */
export const readOrders = (dbs: Databases = databases): Promise<Saved<readonly Order[] | null>> =>
  readAsUser<Saved<readonly Order[] | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.saved.get(ORDERS)
    return { value: row?.orders ?? null, savedAt: row?.savedAt ?? null }
  })
