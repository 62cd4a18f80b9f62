import { clientAs } from '../api/client.ts'
import { getOrder, listOrders } from '../api/orders.ts'
import { PAGE_SIZE } from '../config/limits.ts'
import type { CartChanged, Order } from '../contract/orders.ts'
import { applyCartEmptied } from '../db/apply/cart.ts'
import { applyOrders } from '../db/apply/kept-lists.ts'
import type { Cart } from '../db/read/marketplace.ts'
import type { OrderCancelReason } from '../domain/order.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { type ActionError, findChangedCart, findOrderOfCart } from './failures.ts'
import { changeCart } from './marketplace.online.ts'
import { type Ack, ask, attemptAsUser } from './requests.online.ts'

/** Pages of the driver's orders to keep. */
const PAGES = 5

export interface OrderCartInput {
  readonly cart: Cart
  /** Whether its coupon applied in the total shown to the driver. */
  readonly withCoupon: boolean
  /** The total shown to the driver, minor units. */
  readonly totalMinor: number
  readonly method: 'wallet' | 'gateway'
}

/** Returns the cart at current prices; a changed line keeps its former price. */
function asSoldNow(cart: Cart, { products, coupon }: CartChanged): Cart {
  const byId = new Map(products.map((product) => [product.id, product]))
  const lines = cart.lines.map((line) => {
    const product = byId.get(line.product.id)
    if (product === undefined || product.price === line.product.price) return line
    return { ...line, product, formerPrice: line.product.price }
  })
  return { ...cart, lines, coupon: coupon ?? cart.coupon }
}

/** Paid from the wallet, or held while its driver pays at the gateway. */
export type Ordered = Extract<Ack, { kind: 'order' | 'payment' }>

/**
 * Orders the cart. For a cart that was already ordered, returns its order. Refusals: cart_changed (the cart then has
 * the new prices), product_sold_out, product_not_found, order_limit and those of coupons; from the wallet
 * wallet_too_low, at the gateway payment_unavailable and too_many_holds.
 */
export async function orderCart(
  { cart, withCoupon, totalMinor, method }: OrderCartInput,
  phone: AppContext = appContext,
): Promise<Result<Ordered, ActionError>> {
  const body = {
    cart_id: cart.id,
    country_code: cart.country,
    lines: cart.lines.map(({ product: { id, price }, quantity }) => ({ product_id: id, quantity, price })),
    ...(withCoupon && cart.coupon !== null ? { coupon_code: cart.coupon.code } : {}),
    quoted_total: totalMinor,
  }
  const answer: Result<Ordered, ActionError> =
    method === 'gateway'
      ? await ask(phone, 'payment', { kind: 'order.checkout', body: { ...body, payment_method: method } })
      : await ask(phone, 'order', { kind: 'order.place', body })
  if (answer.ok) return answer
  const changed = findChangedCart(answer.error)
  if (changed !== undefined) {
    await changeCart(cart.country, (kept) => (kept?.id === cart.id ? asSoldNow(kept, changed) : kept), phone)
  }
  const known = findOrderOfCart(answer.error)
  if (known === undefined) return answer
  const order = await loadOrder(known.order_code, phone)
  return order.ok ? ok({ kind: 'order', order: order.value }) : order
}

/** Refused with `order_stage` once work on it has begun. */
export async function cancelOrder(
  { order_code: orderCode }: Pick<Order, 'order_code'>,
  reason: OrderCancelReason,
  phone: AppContext = appContext,
): Promise<Result<Order, ActionError>> {
  const answer = await ask(phone, 'order', { kind: 'order.cancel', orderCode, reason })
  return answer.ok ? ok(answer.value.order) : answer
}

/** Downloads the driver's orders, to be read with no signal too. */
export const loadOrders = (_about: null, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const orders: Order[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, PAGES); page += 1) {
      const answer = await listOrders(clientAs(phone.client, userId), { page, size: PAGE_SIZE })
      if (!answer.ok) return answer
      orders.push(...answer.value.items)
      pages = answer.value.pages
    }
    await applyOrders(phone.dbs, userId, { orders, savedAt: phone.clock.now(), isList: true })
    return ok(null)
  })

/**
 * An unknown order or another driver's is refused with `order_not_found`. Empties the cart that became it once it is
 * paid.
 */
export const loadOrder = (code: string, phone: AppContext = appContext): Promise<Result<Order, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await getOrder(clientAs(phone.client, userId), code)
    if (!answer.ok) return answer
    const { paid, cart_id: cartId } = answer.value
    await applyOrders(phone.dbs, userId, { orders: [answer.value], savedAt: phone.clock.now() })
    if (paid !== false && typeof cartId === 'string') await applyCartEmptied(phone.dbs, cartId)
    return answer
  })
