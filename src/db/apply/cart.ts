import type { Product } from '../../contract/marketplace.ts'
import type { CountryCode } from '../../domain/country.ts'
import type { Databases } from '../databases.ts'
import { type Cart, CART, cartKey, productsKey, type StoredCart } from '../kept-cart.ts'
import { onPublic } from '../with-db.ts'

export interface CartChange {
  readonly country: CountryCode
  /** Receives the cart stored at that moment, whichever tab changed it last; undefined when there is none. */
  readonly change: (stored: StoredCart | undefined) => Cart | null
  readonly savedAt: number
}

export const applyCart = (dbs: Databases, { country, change, savedAt }: CartChange): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, async () => {
      const key = cartKey(country)
      const cart = change(await dbs.public.saved.get(key))
      if (cart === null || cart.lines.length === 0) await dbs.public.saved.delete(key)
      else await dbs.public.saved.put({ key, cart, savedAt })
    }),
  )

/**
 * After an order, `id` names the ordered cart; a cart filled since then stays. Without `id`, removes all carts: the
 * driver chose another country.
 */
export const applyCartEmptied = (dbs: Databases, id?: string): Promise<void> =>
  onPublic(dbs, async () => {
    await dbs.public.saved
      .where('key')
      .startsWith(CART)
      .filter(({ cart }) => id === undefined || cart?.id === id)
      .delete()
  })

/** Stores everything that a country's marketplace sells, which comes in one answer. */
export const applyProducts = (
  dbs: Databases,
  saved: { readonly country: CountryCode; readonly products: readonly Product[]; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, async () => {
    const { country, products, savedAt } = saved
    await dbs.public.saved.put({ key: productsKey(country), products, savedAt })
  })
