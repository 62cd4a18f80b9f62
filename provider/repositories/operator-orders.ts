/** Orders as operators see and process them: goods sold at some car parks, or all. */
import { isOrderOpen, type OrderStage } from '../../src/domain/order.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Within } from '../rules/operator-rights.ts'
import { type OrderRow, selectOrders, type StageChange } from './orders.ts'

const OPEN = `o.stage in ('pending', 'accepted', 'processing') and o.paid_at is not null`

/** Some of the goods are sold at the car parks of `$1`; any order if null. */
const WITHIN = `($1::int[] is null or exists (select 1 from order_lines l join products p using (product_id)
  where l.order_id = o.order_id and p.park_id = any($1::int[])))`

/** Stage of the goods sold there. */
const PART = `case when $1::int[] is null then o.stage else stage_of_part(o.order_id, $1::int[]) end`

/** Without a stage: an open order whose part there is open too. */
const STAGED = `case when $2::text is null then ${OPEN} and ${PART} in ('pending', 'accepted', 'processing')
                     else ${PART} = $2 and o.paid_at is not null end`

/** An order from the point of view of some car parks. */
export interface OrderPartRow extends OrderRow {
  readonly part_stage: OrderStage
}
const SELECT_PART = selectOrders(`${PART} as part_stage,`)

interface Staged {
  readonly within: Within
  /** Undefined for all open stages. */
  readonly stage?: OrderStage | undefined
}

/** Lists paid orders of all drivers for operators: oldest first, or latest first for a final stage. */
export function listStagedOrders(
  db: Queryable,
  { within, stage, limit, offset }: Staged & { readonly limit: number | null; readonly offset: number },
): Promise<readonly OrderPartRow[]> {
  const order = stage === undefined || isOrderOpen(stage) ? 'o.created_at' : 'o.updated_at desc'
  const sql = `${SELECT_PART} where ${WITHIN} and ${STAGED} order by ${order}, o.order_id limit $3 offset $4`
  return db.query<OrderPartRow>(sql, [within, stage ?? null, limit, offset])
}

export async function countStagedOrders(db: Queryable, { within, stage }: Staged): Promise<number> {
  const sql = `select count(*) as count from orders o where ${WITHIN} and ${STAGED}`
  const [row] = await db.query<{ count: number }>(sql, [within, stage ?? null])
  return must(row, 'count').count
}

/** Finds an order for operators. Returns undefined also when none of its goods are theirs. */
export async function findOrderWithin(db: Queryable, code: string, within: Within): Promise<OrderPartRow | undefined> {
  const [row] = await db.query<OrderPartRow>(`${SELECT_PART} where ${WITHIN} and o.order_code = $2`, [within, code])
  return row
}

/** Returns the stage of the lines of these car parks (null: all), or null when there are none. */
export async function findStageOfPart(tx: Queryable, orderId: string, within: Within): Promise<OrderStage | null> {
  const [row] = await tx.query<{ stage: OrderStage | null }>('select stage_of_part($1, $2) as stage', [orderId, within])
  return must(row, 'stage of a part').stage
}

export interface PartChange extends StageChange {
  readonly productIds: readonly number[]
}

/** Sets the stage of some lines only. */
export async function setPartStage(tx: Queryable, { productIds, ...change }: PartChange): Promise<void> {
  const now = new Date(change.nowMs)
  await tx.query(
    `insert into order_parts (order_id, product_id, stage, reason, updated_at)
     select $1, product_id, $3, $4, $5 from unnest($2::int[]) as product_id
     on conflict (order_id, product_id) do update set stage = $3, reason = $4, updated_at = $5`,
    [change.orderId, productIds, change.stage, change.reason, now],
  )
  await tx.query('update orders set version = version + 1, updated_at = $2 where order_id = $1', [change.orderId, now])
}
