/** Orders with goods of several organisations: each sees, processes and refunds only its own lines. */
import { splitMinor } from '../../src/domain/cart-total.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { canBecome, isLineEnded, type OrderStage } from '../../src/domain/order.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { findStageOfPart, type OrderPartRow } from '../repositories/operator-orders.ts'
import { mustOrder, type OrderRow, setStage } from '../repositories/orders.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'

type Line = OrderRow['lines'][number]

/** The lines within the operator's rights. */
export const linesWithin = ({ lines }: OrderRow, within: Within): readonly Line[] =>
  lines.filter((line) => isWithin(within, [line.park_id]))

/** Whether the order also contains goods of others. */
export const isShared = (order: OrderRow, within: Within): boolean =>
  linesWithin(order, within).length < order.lines.length

/**
 * Presents one organisation's lines as an order of their own: their stage, what was paid for them and what was
 * refunded.
 */
export function toPart(order: OrderPartRow, within: Within): OrderRow {
  if (!isShared(order, within)) return order
  const lines = linesWithin(order, within)
  const sumOf = (field: 'goods' | 'discount' | 'tax' | 'total' | 'refunded') =>
    sumMinor(lines.map((line) => line[field]))
  const taxes = splitMinor(
    sumOf('tax'),
    order.taxes.map(({ amount }) => amount),
  )
  return {
    ...{ ...order, lines, stage: order.part_stage, coupon_code: null },
    cancel_reason: lines.find(isLineEnded)?.reason ?? order.cancel_reason,
    ...{ goods_minor: sumOf('goods'), discount_minor: sumOf('discount') },
    ...{ total_minor: sumOf('total'), refunded_minor: sumOf('refunded') },
    taxes: order.taxes.map((tax, index) => ({ ...tax, amount: taxes[index] ?? 0 })),
  }
}

const FORWARD: readonly OrderStage[] = ['pending', 'accepted', 'processing', 'completed', 'returned']

/**
 * Moves the order, step by step, to the stage of its line that is furthest behind; ends it when all lines have ended.
 */
export async function followParts(
  tx: Queryable,
  { order_id: orderId, stage: before }: OrderRow,
  { reason, nowMs }: { readonly reason: string | null; readonly nowMs: number },
): Promise<OrderRow> {
  const stage = must(await findStageOfPart(tx, orderId, null), 'stage of an order')
  if (stage === 'rejected' || stage === 'cancelled') {
    await setStage(tx, { orderId, stage: canBecome(before, stage) ? stage : 'cancelled', reason, nowMs })
  } else {
    const steps = FORWARD.slice(FORWARD.indexOf(before) + 1, FORWARD.indexOf(stage) + 1)
    for (const step of steps) await setStage(tx, { orderId, stage: step, reason: null, nowMs })
  }
  return mustOrder(tx, orderId)
}
