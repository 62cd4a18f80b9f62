import { listProducts } from '../api/marketplace.ts'
import { PAGE_SIZE } from '../config/limits.ts'
import type { CouponWire, Product } from '../contract/marketplace.ts'
import { applyCart, applyProducts } from '../db/apply/cart.ts'
import { mendCart } from '../db/read/mend-cart.ts'
import type { Cart } from '../db/read/marketplace.ts'
import { MAX_CART_LINES } from '../domain/cart-total.ts'
import type { CountryCode } from '../domain/country.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { askCoupon } from './coupons.online.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Pages of a country's goods to keep. */
const PAGES = 5

/** Downloads a country's goods, which stay readable on the phone. */
export const loadProducts = (
  country: CountryCode,
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const products: Product[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, PAGES); page += 1) {
      const answer = await attempt(phone, () => listProducts(phone.client, { country, page, size: PAGE_SIZE }))
      if (!answer.ok) return answer
      products.push(...answer.value.items)
      pages = answer.value.pages
    }
    await applyProducts(phone.dbs, { country, products, savedAt: phone.clock.now() })
    return ok(null)
  })

/** Needs no connection. */
export const changeCart = (
  country: CountryCode,
  change: (cart: Cart | null) => Cart | null,
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await applyCart(phone.dbs, {
      country,
      change: (stored) => change(mendCart(stored, country)),
      savedAt: phone.clock.now(),
    })
    return ok(null)
  })

const newCart = (country: CountryCode): Cart => ({ id: uuid7(), country, lines: [], coupon: null })

/** Returns the maximum quantity in one cart: the smaller of limit and stock. */
export const mostOf = ({ limit, stock }: Product): number => Math.min(limit, stock ?? limit)

/** Sets the quantity of a product in its country's cart, up to the maximum; 0 removes it. */
export const putInCart = (
  product: Product,
  quantity: number,
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  changeCart(
    product.country_code,
    (known) => {
      const { mended: _, ...cart } = known ?? newCart(product.country_code)
      const line = { product, quantity: Math.min(quantity, mostOf(product)) }
      const isIn = cart.lines.some(({ product: { id } }) => id === product.id)
      if (!isIn && cart.lines.length >= MAX_CART_LINES) return cart
      const lines = isIn ? cart.lines.map((old) => (old.product.id === product.id ? line : old)) : [...cart.lines, line]
      return { ...cart, lines: lines.filter((one) => one.quantity > 0) }
    },
    phone,
  )

/** Asks what a coupon deducts, and stores it with the cart. Refusals: those of `askCoupon`. */
export async function addCoupon(
  country: CountryCode,
  code: string,
  phone: AppContext = appContext,
): Promise<Result<CouponWire, ActionError>> {
  const answer = await askCoupon(country, code, phone)
  if (!answer.ok) return answer
  const kept = await changeCart(country, (cart) => cart && { ...cart, coupon: answer.value }, phone)
  return kept.ok ? answer : kept
}
