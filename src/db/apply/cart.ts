import type { Product } from '../../contract/marketplace.ts'
import type { CountryCode } from '../../domain/country.ts'
import type { Databases } from '../databases.ts'
import { type Cart, CART, cartKey, productsKey, type StoredCart } from '../kept-cart.ts'
import { onPublic } from '../with-db.ts'

export interface CartChange {
  readonly country: CountryCode
  /** Of what is stored then, in whichever tab it was changed last; undefined: there is none. */
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

/** After an order, `id`: the cart that it was made of; one that was filled since stays. Without it, all carts: another country was chosen. */
export const applyCartEmptied = (dbs: Databases, id?: string): Promise<void> =>
  onPublic(dbs, async () => {
    await dbs.public.saved
      .where('key')
      .startsWith(CART)
      .filter(({ cart }) => id === undefined || cart?.id === id)
      .delete()
  })

/** All that a country's marketplace sells, in one answer. */
export const applyProducts = (
  dbs: Databases,
  saved: { readonly country: CountryCode; readonly products: readonly Product[]; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, async () => {
    const { country, products, savedAt } = saved
    await dbs.public.saved.put({ key: productsKey(country), products, savedAt })
  })
