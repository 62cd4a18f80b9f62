import type { Order, OrderLine } from '../../src/contract/orders.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { OrderStage } from '../../src/domain/order.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'

/** A row of `orders` with its lines in wire format. */
export interface OrderRow extends Pick<
  Order,
  | 'order_id'
  | 'order_code'
  | 'stage'
  | 'country_code'
  | 'currency'
  | 'coupon_code'
  | 'taxes'
  | 'cancel_reason'
  | 'history'
  | 'receipt_number'
  | 'demo'
  | 'version'
> {
  readonly user_id: UserId
  readonly goods_minor: number
  readonly discount_minor: number
  readonly total_minor: number
  readonly refunded_minor: number
  readonly refunds: number
  readonly lines: readonly (OrderLine & { readonly park_id: number | null })[]
  /** Assigned by the phone; null when the order was abandoned unpaid. */
  readonly cart_id: string | null
  /** Null while the goods are held for payment at a gateway, or when the order was abandoned unpaid. */
  readonly paid_at: Instant | null
  readonly created_at: Instant
  readonly updated_at: Instant
}

const STEPS = `array['pending', 'accepted', 'processing', 'completed']`

/** Set for a line that ended separately or is further than its order. */
const OWN_STAGE = `case when t.stage in ('rejected', 'cancelled') or array_position(${STEPS}, t.stage) > array_position(${STEPS}, o.stage) then t.stage end`

export const selectOrders = (more = '') => `
  select o.*, x.lines, ${more}
         (select ${RECEIPT_SQL} from postings t join receipts r using (posting_id) where t.key = 'order:' || o.order_id) as receipt_number
    from orders o
    cross join lateral (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('stage', ${OWN_STAGE}, 'reason', t.reason)) || jsonb_build_object('product_id', l.product_id, 'kind', p.kind, 'names', l.names, 'park_id', p.park_id,
               'park', case when k.id is not null then jsonb_build_object('code', k.code, 'slug', k.slug, 'name', k.name) end,
               'price', l.price_minor, 'quantity', l.quantity, 'goods', l.goods_minor, 'discount', l.discount_minor, 'tax', l.tax_minor,
               'total', l.total_minor, 'returned', l.returned, 'refunded', l.refunded_minor) order by l.position) as lines
        from order_lines l join products p using (product_id) left join parks k on k.id = p.park_id
        left join order_parts t using (order_id, product_id) where l.order_id = o.order_id) as x`
const SELECT = selectOrders()

/** Unpaid orders, at a gateway or abandoned, are not listed. */
const LISTED = 'o.user_id = $1 and o.paid_at is not null'

export async function listOrders(
  db: Queryable,
  asked: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly OrderRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<OrderRow>(`${SELECT} where ${LISTED} order by o.created_at desc, o.order_id limit $2 offset $3`, [
      ...[asked.userId, asked.size, (asked.page - 1) * asked.size],
    ]),
    db.query<{ total: number }>(`select count(*) as total from orders o where ${LISTED}`, [asked.userId]),
  ])
  return { rows, total: must(count, 'count').total }
}

/** Returns undefined unless this user placed the order. */
export async function findOwnOrder(db: Queryable, userId: UserId, code: string): Promise<OrderRow | undefined> {
  const [row] = await db.query<OrderRow>(`${SELECT} where o.user_id = $1 and o.order_code = $2`, [userId, code])
  return row
}

export async function findOrderOfCart(db: Queryable, userId: UserId, cartId: string): Promise<string | undefined> {
  const [row] = await db.query<{ order_code: string }>(
    'select order_code from orders where user_id = $1 and cart_id = $2',
    [userId, cartId],
  )
  return row?.order_code
}

/** Locks the order until the transaction ends. `userId` null: for an operator, who may access any order. */
export async function lockOrder(
  tx: Queryable,
  { code, userId }: { readonly code: string; readonly userId: UserId | null },
): Promise<OrderRow | undefined> {
  const values = [code, userId]
  const [found] = await tx.query<{ order_id: string }>(
    'select order_id from orders where order_code = $1 and ($2::uuid is null or user_id = $2) for update',
    values,
  )
  return found === undefined ? undefined : mustOrder(tx, found.order_id)
}

/** Serialises a driver's checkouts, whatever their carts, until the transaction ends. */
export const lockOrdersOf = async (tx: Queryable, userId: UserId): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('orders ' || $1::text, 0))`, [userId])
}

/** Counts orders held while they are paid at a gateway. */
export async function countHeldOrders(tx: Queryable, userId: UserId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from orders where user_id = $1 and stage = 'pending' and paid_at is null`,
    [userId],
  )
  return must(row, 'count').count
}

/** Locks an unpaid order. Returns undefined when it has been paid or abandoned. */
export async function lockHeldOrder(tx: Queryable, orderId: string): Promise<OrderRow | undefined> {
  const [held] = await tx.query(
    `select 1 as held from orders where order_id = $1 and stage = 'pending' and paid_at is null for update`,
    [orderId],
  )
  return held === undefined ? undefined : mustOrder(tx, orderId)
}

/** Abandons an unpaid order and releases its goods and coupon. */
export async function releaseOrder(
  tx: Queryable,
  { orderId, reason, nowMs }: { readonly orderId: string; readonly reason: string; readonly nowMs: number },
): Promise<void> {
  await tx.query('select release_order($1, $2, $3)', [orderId, reason, new Date(nowMs)])
}

export const setPaid = async (
  tx: Queryable,
  { orderId, nowMs }: { readonly orderId: string; readonly nowMs: number },
): Promise<void> => {
  await tx.query('update orders set paid_at = $2 where order_id = $1', [orderId, new Date(nowMs)])
}

export async function mustOrder(tx: Queryable, orderId: string): Promise<OrderRow> {
  const [row] = await tx.query<OrderRow>(`${SELECT} where o.order_id = $1`, [orderId])
  return must(row, 'order')
}

type Kept =
  | 'order_id'
  | 'order_code'
  | 'user_id'
  | 'country_code'
  | 'currency'
  | 'coupon_code'
  | 'goods_minor'
  | 'discount_minor'
  | 'taxes'
  | 'total_minor'
  | 'demo'

export interface NewOrder extends Pick<OrderRow, Kept> {
  readonly cart_id: string
  readonly lines: readonly Pick<
    OrderLine,
    'product_id' | 'names' | 'price' | 'quantity' | 'goods' | 'discount' | 'tax' | 'total'
  >[]
  readonly nowMs: number
  /** Null when it is paid in the same transaction. */
  readonly holdUntilMs: number | null
}

/** The caller holds `lockOrdersOf` and has checked that this cart has not been ordered yet. */
export async function insertOrder(tx: Queryable, order: NewOrder): Promise<OrderRow> {
  const now = new Date(order.nowMs)
  const { holdUntilMs } = order
  await tx.query(
    `insert into orders (order_id, order_code, user_id, cart_id, country_code, currency, stage, coupon_code, goods_minor, discount_minor,
                         taxes, total_minor, history, demo, created_at, updated_at, paid_at, hold_until)
     values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16)`,
    [
      ...[order.order_id, order.order_code, order.user_id, order.cart_id, order.country_code, order.currency],
      ...[order.coupon_code, order.goods_minor, order.discount_minor, JSON.stringify(order.taxes), order.total_minor],
      ...[JSON.stringify([{ stage: 'pending', at: now.toISOString() }]), order.demo, now],
      ...(holdUntilMs === null ? [now, null] : [null, new Date(holdUntilMs)]),
    ],
  )
  await tx.query(
    `insert into order_lines (order_id, product_id, position, price_minor, quantity, goods_minor, discount_minor, tax_minor, total_minor, names)
     select $1, l.product_id, l.position, l.price, l.quantity, l.goods, l.discount, l.tax, l.total, l.names
       from jsonb_to_recordset($2) as l (product_id integer, position integer, price bigint, quantity integer, goods bigint, discount bigint,
                                         tax bigint, total bigint, names jsonb)`,
    [order.order_id, JSON.stringify(order.lines.map((line, position) => ({ ...line, position })))],
  )
  return mustOrder(tx, order.order_id)
}

export interface StageChange {
  readonly orderId: string
  readonly stage: OrderStage
  readonly reason: string | null
  readonly nowMs: number
}

export const setStage = async (tx: Queryable, { orderId, stage, reason, nowMs }: StageChange): Promise<void> => {
  const now = new Date(nowMs)
  await tx.query(
    `update orders set stage = $2, cancel_reason = $3, history = history || $4::jsonb, version = version + 1, updated_at = $5
      where order_id = $1`,
    [orderId, stage, reason, JSON.stringify([{ stage, at: now.toISOString() }]), now],
  )
}

export interface LineReturn {
  readonly productId: number
  readonly pieces: number
  readonly refundMinor: number
}

/** Records returns line by line, and increments the refund number. */
export async function noteReturns(
  tx: Queryable,
  returned: { readonly orderId: string; readonly lines: readonly LineReturn[]; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `update order_lines l set returned = l.returned + r.pieces, refunded_minor = l.refunded_minor + r.refund
       from unnest($2::int[], $3::int[], $4::bigint[]) as r (product_id, pieces, refund)
      where l.order_id = $1 and l.product_id = r.product_id`,
    [
      returned.orderId,
      returned.lines.map(({ productId }) => productId),
      returned.lines.map(({ pieces }) => pieces),
      returned.lines.map(({ refundMinor }) => refundMinor),
    ],
  )
  await tx.query(
    `update orders set refunded_minor = (select sum(refunded_minor) from order_lines l where l.order_id = $1), refunds = refunds + 1,
            version = version + 1, updated_at = $2
      where order_id = $1`,
    [returned.orderId, new Date(returned.nowMs)],
  )
}

export interface OrderPosting {
  readonly userId: UserId
  readonly order: Pick<OrderRow, 'order_code' | 'currency'>
  readonly key: string
  readonly kind: 'order' | 'order_refund'
  /** What each account receives, in minor units; the wallet gets the negative sum. */
  readonly accounts: ReadonlyMap<string, number>
  readonly nowMs: number
}

/**
 * Moves money between the driver's wallet and the accounts of the goods. Does nothing when there is nothing to move.
 */
export async function postOrder(tx: Queryable, posting: OrderPosting): Promise<void> {
  const accounts = [...posting.accounts].filter(([, amount]) => amount !== 0)
  const walletMinor = -accounts.reduce((sum, [, amount]) => sum + amount, 0)
  if (walletMinor === 0) return
  await tx.query(
    `select post_to_wallet(w.wallet_id, $3, $4, $5::bigint[], $6, $7, null, $8, $9)
       from wallets w where w.user_id = $1 and w.currency = $2`,
    [
      ...[posting.userId, posting.order.currency, walletMinor],
      ...[accounts.map(([account]) => account), accounts.map(([, amount]) => amount)],
      ...[posting.key, posting.kind, posting.order.order_code, new Date(posting.nowMs)],
    ],
  )
}
