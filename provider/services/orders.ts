/** Orders of the marketplace: placed and paid in one step, moved on by operators, cancelled, returned in part. */
import { randomBytes } from 'node:crypto'
import { couponFromWire, goodsOf } from '../../src/contract/marketplace-mapping.ts'
import type { CreateOrderBody } from '../../src/contract/orders.ts'
import { type PricedCart, priceCart, refundPieces } from '../../src/domain/cart-total.ts'
import { CROCKFORD } from '../../src/domain/code.ts'
import { parseCouponCode } from '../../src/domain/coupon.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { canBecome, canDriverCancel, isOrderOpen, type OrderStage } from '../../src/domain/order.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { countCouponUses, type CouponKey, type CouponRow, findCoupon, noteCouponUse } from '../repositories/coupons.ts'
import {
  findOrderOfCart,
  insertOrder,
  type LineReturn,
  lockOrder,
  mustOrder,
  noteReturns,
  type OrderRow,
  postOrder,
  setStage,
} from '../repositories/orders.ts'
import { lockProducts, type ProductRow, takeStock } from '../repositories/products.ts'
import { rowsOf } from '../repositories/store.ts'
import { lockBalance } from '../repositories/wallet.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { toCouponWire, toProductWire } from './marketplace-wire.ts'
import { walletTooLow } from './refusals.ts'

const makeCode = (): string => `OR${Array.from(randomBytes(8), (byte) => CROCKFORD[byte & 31] ?? '0').join('')}`

export interface OrderWish {
  readonly userId: UserId
  readonly body: CreateOrderBody
  readonly nowMs: number
}

interface Sold {
  readonly product: ProductRow
  readonly quantity: number
  readonly seenMinor: number
}

/** The goods under their locks, in the order of the cart; refused where one is of another country, ended, or there are too few. */
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

/** A coupon as it holds for this driver; its row is locked, so that its last use is sold once. */
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

/** At what the goods cost now; refused where the driver saw another price, with what it is. */
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

/** What each account gets for goods: the car park where they are sold, `shop` for the others, and the taxes. */
function accountsOf(
  lines: ReadonlyArray<{ readonly parkId: number | null; readonly totalMinor: number; readonly taxMinor: number }>,
): Map<string, number> {
  const accounts = new Map<string, number>()
  const add = (account: string, amount: number) => accounts.set(account, (accounts.get(account) ?? 0) + amount)
  for (const { parkId, totalMinor, taxMinor } of lines) {
    add(parkId === null ? 'shop' : `park:${String(parkId)}`, totalMinor - taxMinor)
    add('tax', taxMinor)
  }
  return accounts
}

/**
 * Takes goods, coupon and money in the caller's transaction, or nothing. A cart is ordered once: a second checkout of it, from another tab
 * or under another key, is refused with the order that it became.
 */
export async function placeOrder(
  tx: Queryable,
  { config }: { readonly config: Pick<ProviderDeps['config'], 'welcomeCredit'> },
  wish: OrderWish,
): Promise<Result<OrderRow, Refusal>> {
  const { userId, body, nowMs } = wish
  const known = await findOrderOfCart(tx, userId, body.cart_id)
  if (known !== undefined) return err({ code: 'cart_ordered', extra: { order_code: known } })
  const priced = await priceWish(tx, wish)
  if (!priced.ok) {
    // Its twin may have taken the last piece, and ended while the goods' locks were waited for.
    const twin = await findOrderOfCart(tx, userId, body.cart_id)
    return twin === undefined ? priced : err({ code: 'cart_ordered', extra: { order_code: twin } })
  }
  const { sold, coupon, cart } = priced.value
  const { currency } = getCountry(body.country_code)
  const rows = rowsOf(tx)
  const wallet = await rows.openWallet({ userId, currency, sandbox: config.welcomeCredit, nowMs })
  const order = await insertOrder(tx, {
    ...{ order_id: uuid7(nowMs), order_code: makeCode(), user_id: userId, cart_id: body.cart_id, nowMs },
    ...{ country_code: body.country_code, currency, coupon_code: coupon?.code ?? null, demo: sold.some(isDemo) },
    ...{ goods_minor: cart.goodsMinor, discount_minor: cart.discountMinor, total_minor: cart.totalMinor },
    taxes: cart.taxes.map(({ code, name, included, amountMinor: amount }) => ({ code, name, included, amount })),
    lines: sold.map(({ product, quantity }, index) => {
      const line = must(cart.lines[index], 'price of a line')
      const { goodsMinor: goods, discountMinor: discount, taxMinor: tax, totalMinor: total } = line
      const { product_id, names, price_minor: price } = product
      return { product_id, names, price, quantity, goods, discount, tax, total }
    }),
  })
  if (order === undefined) {
    return err({ code: 'cart_ordered', extra: { order_code: await findOrderOfCart(tx, userId, body.cart_id) } })
  }
  const balanceMinor = await lockBalance(tx, wallet.wallet_id)
  if (balanceMinor < cart.totalMinor)
    return err(await walletTooLow(rows, { userId, currency, totalMinor: cart.totalMinor }))
  await takeStock(
    tx,
    sold.map(({ product, quantity }) => ({ productId: product.product_id, quantity })),
  )
  if (coupon !== null) await noteCouponUse(tx, keyOf(coupon), 1)
  const lines = order.lines.map(({ park_id: parkId, total, tax }) => ({ parkId, totalMinor: total, taxMinor: tax }))
  const posting = { userId, order, key: `order:${order.order_id}`, kind: 'order', nowMs } as const
  await postOrder(tx, { ...posting, accounts: accountsOf(lines) })
  return ok(order)
}

const isDemo = ({ product }: Sold): boolean => product.demo

/** Gives pieces of lines back to the wallet that paid, under the order's lock. */
async function giveBack(
  tx: Queryable,
  order: OrderRow,
  { pieces, nowMs }: { readonly pieces: ReadonlyMap<number, number>; readonly nowMs: number },
): Promise<void> {
  const returned: LineReturn[] = []
  const accounts: { parkId: number | null; totalMinor: number; taxMinor: number }[] = []
  for (const line of order.lines) {
    const count = pieces.get(line.product_id) ?? 0
    if (count === 0) continue
    const bought = { quantity: line.quantity, totalMinor: line.total, taxMinor: line.tax }
    const { refundMinor, taxMinor } = refundPieces(bought, { before: line.returned, pieces: count })
    returned.push({ productId: line.product_id, pieces: count, refundMinor })
    accounts.push({ parkId: line.park_id, totalMinor: -refundMinor, taxMinor: -taxMinor })
  }
  const key = `order_refund:${order.order_id}:${String(order.refunds + 1)}`
  await postOrder(tx, {
    userId: order.user_id,
    order,
    key,
    kind: 'order_refund',
    accounts: accountsOf(accounts),
    nowMs,
  })
  await noteReturns(tx, { orderId: order.order_id, lines: returned, nowMs })
}

/** Everything back: the money, the stock, and the use of the coupon. */
async function undo(tx: Queryable, order: OrderRow, ending: { readonly nowMs: number }): Promise<void> {
  const ids = order.lines.map(({ product_id: id }) => id)
  await lockProducts(tx, ids)
  await takeStock(
    tx,
    order.lines.map(({ product_id: productId, quantity }) => ({ productId, quantity: -quantity })),
  )
  const { coupon_code: code, country_code: country } = order
  if (code !== null) await noteCouponUse(tx, { country, code }, -1)
  const pieces = new Map(order.lines.map(({ product_id: id, quantity }) => [id, quantity]))
  await giveBack(tx, order, { pieces, nowMs: ending.nowMs })
}

export interface StageWish {
  readonly code: string
  /** Null: an operator. */
  readonly userId: UserId | null
  readonly stage: Exclude<OrderStage, 'pending' | 'returned'>
  /** Of one that is cancelled or rejected. */
  readonly reason: string | null
  readonly nowMs: number
}

/** Moves an order on. The same step again changes nothing. */
export async function moveOrder(tx: Queryable, wish: StageWish): Promise<Result<OrderRow, Refusal>> {
  const order = await lockOrder(tx, wish)
  if (order === undefined) return err({ code: 'order_not_found' })
  if (order.stage === wish.stage) return ok(order)
  const isAllowed = wish.userId === null ? canBecome(order.stage, wish.stage) : canDriverCancel(order.stage)
  if (!isAllowed) return err({ code: 'order_stage' })
  const { order_id: orderId } = order
  if (wish.stage === 'cancelled' || wish.stage === 'rejected') {
    await undo(tx, order, wish)
  }
  await setStage(tx, { orderId, stage: wish.stage, reason: wish.reason, nowMs: wish.nowMs })
  return ok(await mustOrder(tx, orderId))
}

export interface ReturnWish {
  readonly code: string
  /** Pieces by product; empty: everything that has not come back yet. */
  readonly pieces: ReadonlyMap<number, number>
  readonly nowMs: number
}

/** What a driver brings back of a completed order. It is not sold again by itself: an operator looks at it first. */
export async function returnGoods(tx: Queryable, wish: ReturnWish): Promise<Result<OrderRow, Refusal>> {
  const order = await lockOrder(tx, { code: wish.code, userId: null })
  if (order === undefined) return err({ code: 'order_not_found' })
  if (isOrderOpen(order.stage) || !canBecome(order.stage, 'returned')) return err({ code: 'order_stage' })
  const left = new Map(order.lines.map((line) => [line.product_id, line.quantity - line.returned]))
  const pieces = wish.pieces.size === 0 ? left : wish.pieces
  const isPossible = [...pieces].every(
    ([id, count]) => Number.isSafeInteger(count) && count >= 0 && count <= (left.get(id) ?? -1),
  )
  if (!isPossible) return err({ code: 'validation_failed' })
  await giveBack(tx, order, { pieces, nowMs: wish.nowMs })
  const isAll = [...left].every(([id, count]) => count === (pieces.get(id) ?? 0))
  if (isAll) await setStage(tx, { orderId: order.order_id, stage: 'returned', reason: null, nowMs: wish.nowMs })
  return ok(await mustOrder(tx, order.order_id))
}
