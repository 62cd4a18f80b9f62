/** The part of an order before its payment: prices a cart and takes its goods and its coupon. */
import { randomBytes } from 'node:crypto'
import { couponFromWire, goodsOf } from '../../src/contract/marketplace-mapping.ts'
import type { CreateOrderBody } from '../../src/contract/orders.ts'
import { type PricedCart, priceCart } from '../../src/domain/cart-total.ts'
import { CROCKFORD } from '../../src/domain/code.ts'
import { parseCouponCode } from '../../src/domain/coupon.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { countCouponUses, type CouponKey, type CouponRow, findCoupon, noteCouponUse } from '../repositories/coupons.ts'
import {
  findOrderOfCart,
  insertOrder,
  lockOrder,
  lockOrdersOf,
  type OrderRow,
  releaseOrder,
} from '../repositories/orders.ts'
import { lockProducts, type ProductRow, takeStock } from '../repositories/products.ts'
import type { Refusal } from '../rules/refusal.ts'
import { toCouponWire, toProductWire } from './marketplace-wire.ts'

const makeCode = (): string => `OR${Array.from(randomBytes(8), (byte) => CROCKFORD[byte & 31] ?? '0').join('')}`

export interface OrderWish {
  readonly userId: UserId
  readonly body: CreateOrderBody
  readonly nowMs: number
  /** Until when the order is held unpaid; null when it is paid in the caller's transaction. */
  readonly holdUntilMs: number | null
}

interface Sold {
  readonly product: ProductRow
  readonly quantity: number
  readonly seenMinor: number
}

/**
 * Returns the goods, locked, in the order of the cart; refused when one is from another country, no longer sold, over
 * its limit, or out of stock.
 */
async function takeGoods(tx: Queryable, { body }: OrderWish): Promise<Result<readonly Sold[], Refusal>> {
  const rows = await lockProducts(
    tx,
    body.lines.map(({ product_id: id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.product_id, row]))
  const sold: Sold[] = []
  const gone: { product_id: number; left: number }[] = []
  const short: { product_id: number; left: number }[] = []
  for (const { product_id: id, quantity, price } of body.lines) {
    const product = byId.get(id)
    // A monthly pass is booked, not ordered.
    if (product?.active !== true || product.pass !== null) gone.push({ product_id: id, left: 0 })
    else if (product.country_code !== body.country_code) return err({ code: 'cart_other_country' })
    else if (quantity > (product.stock ?? quantity)) short.push({ product_id: id, left: product.stock ?? 0 })
    else if (quantity > product.order_limit) return err(overLimit(product))
    else sold.push({ product, quantity, seenMinor: price })
  }
  if (gone.length > 0) return err({ code: 'product_not_found', extra: { missing: gone } })
  return short.length > 0 ? err({ code: 'product_sold_out', extra: { missing: short } }) : ok(sold)
}

const keyOf = ({ country_code: country, code }: CouponRow): CouponKey => ({ country, code })

const overLimit = ({ order_limit: limit }: ProductRow): Refusal => ({
  code: 'order_limit',
  say: () => ({ limit: String(limit) }),
})

/** Finds the coupon and checks it for this driver; its row is locked, so that its last use is granted only once. */
async function takeCoupon(tx: Queryable, { userId, body }: OrderWish): Promise<Result<CouponRow | null, Refusal>> {
  if (body.coupon_code === undefined) return ok(null)
  const code = parseCouponCode(body.coupon_code)
  if (!code.ok) return err({ code: code.error })
  const coupon = await findCoupon(tx, { country: body.country_code, code: code.value }, { lock: true })
  if (coupon === undefined) return err({ code: 'coupon_not_found' })
  if (coupon.limit_in_all !== null && coupon.used >= coupon.limit_in_all) return err({ code: 'coupon_used_up' })
  const isSpent =
    coupon.limit_per_user !== null && (await countCouponUses(tx, userId, keyOf(coupon))) >= coupon.limit_per_user
  return isSpent ? err({ code: 'coupon_used' }) : ok(coupon)
}

interface Priced {
  readonly sold: readonly Sold[]
  readonly coupon: CouponRow | null
  readonly cart: PricedCart
}

/** Prices the cart at current prices; refused, with those prices, when the driver saw different ones. */
async function priceWish(tx: Queryable, wish: OrderWish): Promise<Result<Priced, Refusal>> {
  const sold = await takeGoods(tx, wish)
  if (!sold.ok) return sold
  const coupon = await takeCoupon(tx, wish)
  if (!coupon.ok) return coupon
  const { currency } = getCountry(wish.body.country_code)
  const wire = coupon.value === null ? null : toCouponWire(coupon.value)
  const goods = sold.value.map(({ product, quantity }) => goodsOf(toProductWire(product), quantity))
  const cart = priceCart({ goods, coupon: wire === null ? null : couponFromWire(wire), nowMs: wish.nowMs })
  if (!cart.ok) {
    return err({ code: cart.error, currency, amounts: { minimum: coupon.value?.minimum_minor ?? 0 } })
  }
  const isAsSeen =
    cart.value.totalMinor === wish.body.quoted_total &&
    sold.value.every(({ product, seenMinor }) => product.price_minor === seenMinor)
  if (isAsSeen) return ok({ sold: sold.value, coupon: coupon.value, cart: cart.value })
  const products = sold.value.map(({ product }) => toProductWire(product))
  const { totalMinor: total } = cart.value
  return err({ code: 'cart_changed', extra: { products, coupon: wire, total, currency }, amounts: { total }, currency })
}

/**
 * Returns the paid order of the cart. An unpaid one is released in favour of the new request; if its payment arrives
 * after all, the money goes to the wallet.
 */
async function findPaidOrderOf(tx: Queryable, { userId, body, nowMs }: OrderWish): Promise<string | undefined> {
  await lockOrdersOf(tx, userId)
  const known = await findOrderOfCart(tx, userId, body.cart_id)
  if (known === undefined) return undefined
  const order = must(await lockOrder(tx, { code: known, userId }), 'order of a cart')
  if (order.paid_at !== null) return known
  // Locks the returned and the requested goods together, in the order of their ids.
  await lockProducts(
    tx,
    [...order.lines, ...body.lines].map(({ product_id: id }) => id),
  )
  await releaseOrder(tx, { orderId: order.order_id, reason: 'replaced', nowMs })
  return undefined
}

const isDemo = ({ product }: Sold): boolean => product.demo

/**
 * Takes goods and coupon in the caller's transaction, or nothing. A cart is ordered once: a second checkout, from
 * another tab or under another key, is refused with the code of the existing order.
 */
export async function takeOrder(tx: Queryable, wish: OrderWish): Promise<Result<OrderRow, Refusal>> {
  const { userId, body, nowMs, holdUntilMs } = wish
  const known = await findPaidOrderOf(tx, wish)
  if (known !== undefined) return err({ code: 'cart_ordered', extra: { order_code: known } })
  const priced = await priceWish(tx, wish)
  if (!priced.ok) return priced
  const { sold, coupon, cart } = priced.value
  const { currency } = getCountry(body.country_code)
  await takeStock(
    tx,
    sold.map(({ product, quantity }) => ({ productId: product.product_id, quantity })),
  )
  if (coupon !== null) await noteCouponUse(tx, keyOf(coupon), 1)
  return ok(
    await insertOrder(tx, {
      ...{ order_id: uuid7(nowMs), order_code: makeCode(), user_id: userId, cart_id: body.cart_id, nowMs, holdUntilMs },
      ...{ country_code: body.country_code, currency, coupon_code: coupon?.code ?? null, demo: sold.some(isDemo) },
      ...{ goods_minor: cart.goodsMinor, discount_minor: cart.discountMinor, total_minor: cart.totalMinor },
      taxes: cart.taxes.map(({ code, name, included, amountMinor: amount }) => ({ code, name, included, amount })),
      lines: sold.map(({ product, quantity }, index) => {
        const line = must(cart.lines[index], 'price of a line')
        const { goodsMinor: goods, discountMinor: discount, taxMinor: tax, totalMinor: total } = line
        const { product_id, names, price_minor: price } = product
        return { product_id, names, price, quantity, goods, discount, tax, total }
      }),
    }),
  )
}
