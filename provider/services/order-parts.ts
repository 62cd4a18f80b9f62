/** An order with goods of several organisations: each sees its own lines alone, moves them on and gives them back. */
import { splitMinor } from '../../src/domain/cart-total.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { canBecome, isLineEnded, type OrderStage } from '../../src/domain/order.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { findStageOfPart, type OrderPartRow } from '../repositories/operator-orders.ts'
import { mustOrder, type OrderRow, setStage } from '../repositories/orders.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'

type Line = OrderRow['lines'][number]

/** Those that somebody may act for. */
export const linesWithin = ({ lines }: OrderRow, within: Within): readonly Line[] =>
  lines.filter((line) => isWithin(within, [line.park_id]))

/** Whether others have goods in it too. */
export const isShared = (order: OrderRow, within: Within): boolean =>
  linesWithin(order, within).length < order.lines.length

/** The lines of one organisation as an order of its own: how far they are, what was paid for them and what was given back. */
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

const FORWARD: readonly OrderStage[] = ['pending', 'accepted', 'processing', 'completed']

/** The order follows its line that is the furthest behind, a step at a time, and ends when all of them have. */
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
