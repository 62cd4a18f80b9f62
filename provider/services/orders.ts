/**
 * Orders of the marketplace: paid from the wallet or at a gateway, processed by operators, cancelled, partly returned.
 */
import type { CreateOrderBody } from '../../src/contract/orders.ts'
import type { OrderCheckout } from '../../src/contract/payments.ts'
import { refundPieces } from '../../src/domain/cart-total.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import {
  canBecome,
  canDriverCancel,
  canEndOrder,
  isLineEnded,
  isOrderOpen,
  type OrderStage,
} from '../../src/domain/order.ts'
import { HOLD_MS } from '../../src/domain/payment.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { noteCouponUse } from '../repositories/coupons.ts'
import type { Ended, IdempotentCall } from '../repositories/idempotency.ts'
import { findStageOfPart, setPartStage } from '../repositories/operator-orders.ts'
import {
  countHeldOrders,
  type LineReturn,
  lockOrder,
  mustOrder,
  noteReturns,
  type OrderRow,
  postOrder,
  releaseOrder,
  setPaid,
  setStage,
} from '../repositories/orders.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import { lockProducts, takeStock } from '../repositories/products.ts'
import type { Within } from '../rules/operator-rights.ts'
import type { Refusal } from '../rules/refusal.ts'
import { type CheckoutDeps, startCheckout } from './checkout.ts'
import type { ProviderDeps } from './deps.ts'
import { lockWalletFor } from './lock-wallet.ts'
import { toOrderWire } from './marketplace-wire.ts'
import { followParts, isShared, linesWithin } from './order-parts.ts'
import { StartRefused } from './payments-start.ts'
import { type OrderWish, takeOrder } from './take-order.ts'

/** The amount for each account: the car park that sells the goods, `shop` for other goods, and taxes. */
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

const pay = (tx: Queryable, order: OrderRow, nowMs: number): Promise<void> =>
  postOrder(tx, {
    ...{ userId: order.user_id, order, key: `order:${order.order_id}`, kind: 'order', nowMs },
    accounts: accountsOf(
      order.lines.map(({ park_id: parkId, total, tax }) => ({ parkId, totalMinor: total, taxMinor: tax })),
    ),
  })

/** Takes goods, coupon and money in the caller's transaction, or nothing. */
export async function placeOrder(
  tx: Queryable,
  { config }: { readonly config: Pick<ProviderDeps['config'], 'welcomeCredit'> },
  wish: Omit<OrderWish, 'holdUntilMs'>,
): Promise<Result<OrderRow, Refusal>> {
  const { userId, nowMs } = wish
  const order = await takeOrder(tx, { ...wish, holdUntilMs: null })
  if (!order.ok) return order
  const { currency, total_minor: totalMinor } = order.value
  const wallet = await lockWalletFor(tx, config, { userId, currency, totalMinor, nowMs })
  if (!wallet.ok) return wallet
  await pay(tx, order.value, nowMs)
  return order
}

/** Holding goods is free, so without a limit one driver could empty the shop for 15 minutes. */
const MAX_HELD = 3

export interface OrderCheckoutRequest {
  readonly call: IdempotentCall
  readonly userId: UserId
  readonly body: CreateOrderBody
  /** Origin under which the driver currently reaches us. */
  readonly origin: string
}

/** Holds the goods and the coupon of a cart and starts its payment; the answer contains both. */
export function checkoutOrder(
  deps: CheckoutDeps,
  { call, userId, body, origin }: OrderCheckoutRequest,
): Promise<Ended<Refusal>> {
  const prepare = async (tx: Queryable) => {
    const nowMs = deps.clock.now()
    const order = await takeOrder(tx, { userId, body, nowMs, holdUntilMs: nowMs + HOLD_MS })
    if (!order.ok) throw new StartRefused(order.error)
    if ((await countHeldOrders(tx, userId)) > MAX_HELD) throw new StartRefused({ code: 'too_many_holds' })
    return { orderId: order.value.order_id }
  }
  const { currency } = getCountry(body.country_code)
  const checkout = { call, origin, userId, purpose: 'order', currency, totalMinor: body.quoted_total, prepare } as const
  return startCheckout(deps, checkout, toOrderCheckout)
}

async function toOrderCheckout(tx: Queryable, { order_id: id }: PaymentRow): Promise<Pick<OrderCheckout, 'order'>> {
  return { order: toOrderWire(await mustOrder(tx, must(id, 'order of the payment'))) }
}

/** Pays a held order from the wallet that was just credited, in the same transaction and under the order's lock. */
export async function acceptPaid(tx: Queryable, order: OrderRow, nowMs: number): Promise<void> {
  await pay(tx, order, nowMs)
  await setPaid(tx, { orderId: order.order_id, nowMs })
  await setStage(tx, { orderId: order.order_id, stage: 'accepted', reason: null, nowMs })
}

/** Refunds pieces of lines to the wallet that paid, under the order's lock. */
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

interface Undoing {
  readonly lines: OrderRow['lines']
  /** No line is left that the coupon discounted. */
  readonly isAll: boolean
  readonly nowMs: number
}

/** Reverses lines that have not been refunded yet: money, stock and, with the last line, the use of the coupon. */
async function undo(tx: Queryable, order: OrderRow, { lines, isAll, nowMs }: Undoing): Promise<void> {
  await lockProducts(
    tx,
    lines.map(({ product_id: id }) => id),
  )
  await takeStock(
    tx,
    lines.map(({ product_id: productId, quantity }) => ({ productId, quantity: -quantity })),
  )
  const { coupon_code: code, country_code: country } = order
  if (isAll && code !== null) await noteCouponUse(tx, { country, code }, -1)
  await giveBack(tx, order, { pieces: new Map(lines.map(({ product_id: id, quantity }) => [id, quantity])), nowMs })
}

export interface StageWish {
  readonly code: string
  /** Null for an operator. */
  readonly userId: UserId | null
  /** For an operator: the car parks that they may act for; all when omitted. */
  readonly within?: Within
  readonly stage: Exclude<OrderStage, 'pending' | 'returned'>
  /** The reason for a cancellation or rejection. */
  readonly reason: string | null
  readonly nowMs: number
}

/** An unpaid order can only be cancelled. */
async function giveUp(
  tx: Queryable,
  { order_id: orderId }: OrderRow,
  { stage, reason, nowMs }: StageWish,
): Promise<Result<OrderRow, Refusal>> {
  if (stage !== 'cancelled') return err({ code: 'order_stage' })
  await releaseOrder(tx, { orderId, reason: must(reason, 'reason of a cancel'), nowMs })
  return ok(await mustOrder(tx, orderId))
}

const isEnd = (stage: OrderStage): boolean => stage === 'cancelled' || stage === 'rejected'

function mayMove(order: OrderRow, { stage, userId }: StageWish): boolean {
  if (userId !== null) return canEndOrder(order, canDriverCancel)
  return canBecome(order.stage, stage) && (!isEnd(stage) || canEndOrder(order, isOrderOpen))
}

/** Moves one organisation's lines on, in an order that also has goods of others. */
async function movePart(tx: Queryable, order: OrderRow, wish: StageWish): Promise<Result<OrderRow, Refusal>> {
  const { within = null, stage, reason, nowMs } = wish
  const { order_id: orderId } = order
  const part = await findStageOfPart(tx, orderId, within)
  if (part === stage) return ok(order)
  if (part === null || !canBecome(part, stage) || order.paid_at === null) return err({ code: 'order_stage' })
  const lines = linesWithin(order, within).filter((line) => !isLineEnded(line))
  const productIds = lines.map(({ product_id: id }) => id)
  await setPartStage(tx, { orderId, productIds, stage, reason, nowMs })
  if (isEnd(stage)) {
    const isAll = order.lines.every((line) => isLineEnded(line) || lines.includes(line))
    await undo(tx, order, { lines, isAll, nowMs })
  }
  return ok(await followParts(tx, order, { reason, nowMs }))
}

/** Moves an order on, or only the part that is within the operator's rights. Repeating a step changes nothing. */
export async function moveOrder(tx: Queryable, wish: StageWish): Promise<Result<OrderRow, Refusal>> {
  const order = await lockOrder(tx, wish)
  if (order === undefined) return err({ code: 'order_not_found' })
  if (isShared(order, wish.within ?? null)) return movePart(tx, order, wish)
  if (order.stage === wish.stage) return ok(order)
  if (!mayMove(order, wish)) return err({ code: 'order_stage' })
  const { order_id: orderId } = order
  if (order.paid_at === null) return giveUp(tx, order, wish)
  if (isEnd(wish.stage)) {
    await undo(tx, order, { lines: order.lines.filter((line) => !isLineEnded(line)), isAll: true, nowMs: wish.nowMs })
  }
  await setStage(tx, { orderId, stage: wish.stage, reason: wish.reason, nowMs: wish.nowMs })
  return ok(await mustOrder(tx, orderId))
}

export interface ReturnWish {
  readonly code: string
  /** Pieces by product; empty for everything not returned yet. */
  readonly pieces: ReadonlyMap<number, number>
  /** The car parks that sold the goods; all when omitted. */
  readonly within?: Within
  readonly nowMs: number
}

/**
 * Takes back goods of a completed order. They do not return to stock automatically: an operator inspects them first.
 */
export async function returnGoods(tx: Queryable, wish: ReturnWish): Promise<Result<OrderRow, Refusal>> {
  const order = await lockOrder(tx, { code: wish.code, userId: null })
  if (order === undefined) return err({ code: 'order_not_found' })
  const { order_id: orderId } = order
  const { within = null, nowMs } = wish
  const stage = isShared(order, within) ? await findStageOfPart(tx, orderId, within) : order.stage
  if (stage === null || isOrderOpen(stage) || !canBecome(stage, 'returned')) return err({ code: 'order_stage' })
  const lines = linesWithin(order, within).filter((line) => !isLineEnded(line))
  const left = new Map(lines.map((line) => [line.product_id, line.quantity - line.returned]))
  const pieces = wish.pieces.size === 0 ? left : wish.pieces
  const isPossible = [...pieces].every(
    ([id, count]) => Number.isSafeInteger(count) && count >= 0 && count <= (left.get(id) ?? -1),
  )
  if (!isPossible) return err({ code: 'validation_failed' })
  await giveBack(tx, order, { pieces, nowMs })
  const returned = await mustOrder(tx, orderId)
  const isAll = returned.lines.every((line) => line.returned === line.quantity)
  if (returned.stage !== 'completed' || !isAll) return ok(returned)
  await setStage(tx, { orderId, stage: 'returned', reason: null, nowMs })
  return ok(await mustOrder(tx, orderId))
}
