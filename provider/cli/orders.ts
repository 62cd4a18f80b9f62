import { toRfc3339 } from '../../src/domain/instant.ts'
import { toDecimal, toMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { en } from '../messages/en.ts'
import { listStagedOrders } from '../repositories/operator-orders.ts'
import { type OrderRow } from '../repositories/orders.ts'
import type { Refusal } from '../rules/refusal.ts'
import { moveOrder, returnGoods, type StageWish } from '../services/orders.ts'
import type { Printed } from './attendants.ts'

const USAGE = `orders list                 those that are not finished, the oldest first
orders accept|process|complete CODE
orders reject|cancel CODE REASON...   everything is given back
orders return CODE [ID=PIECES...]     of a completed order; without pieces, all of it`

const ALL = { within: null, limit: null, offset: 0 }

/** Maps each verb to the stage it leads to. */
const STAGES: Readonly<Record<string, StageWish['stage']>> = {
  accept: 'accepted',
  process: 'processing',
  complete: 'completed',
  reject: 'rejected',
  cancel: 'cancelled',
}

const lineOf = (order: OrderRow): string =>
  [
    order.order_code,
    toRfc3339(order.created_at),
    order.stage,
    `${toDecimal(toMoney(order.total_minor, order.currency))} ${order.currency}`,
    order.lines
      .map(({ product_id: id, quantity, names }) => `${String(id)}: ${String(quantity)} x ${names.en}`)
      .join(', '),
  ].join('  ')

const print = (done: Result<OrderRow, Refusal>): Printed => {
  if (!done.ok) return { lines: [en.problems[done.error.code].detail], exitCode: 1 }
  const { refunded_minor: refunded, currency } = done.value
  const back = refunded === 0 ? [] : [`Given back: ${toDecimal(toMoney(refunded, currency))} ${currency}`]
  return { lines: [lineOf(done.value), ...back], exitCode: 0 }
}

/** Parses one `12=1` (product=count) for each product. Returns undefined when any argument is malformed. */
function parsePieces(words: readonly string[]): ReadonlyMap<number, number> | undefined {
  const pairs = words.map((word) => /^(\d{1,9})=(\d{1,2})$/.exec(word))
  if (pairs.includes(null)) return undefined
  return new Map(pairs.map((pair) => [Number(pair?.[1]), Number(pair?.[2])]))
}

/** `words`: the arguments after `orders`. */
export async function runOrders(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', code = '', ...rest] = words
  const nowMs = systemClock.now()
  if (verb === 'list') return { lines: (await listStagedOrders(db, ALL)).map(lineOf), exitCode: 0 }
  if (code === '') return { lines: [USAGE], exitCode: 2 }
  const order = code.toUpperCase()
  if (verb === 'return') {
    const pieces = parsePieces(rest)
    if (pieces === undefined) return { lines: [USAGE], exitCode: 2 }
    return print(await db.transaction((tx) => returnGoods(tx, { code: order, pieces, nowMs })))
  }
  const stage = Object.hasOwn(STAGES, verb) ? STAGES[verb] : undefined
  const needsReason = stage === 'rejected' || stage === 'cancelled'
  if (stage === undefined || needsReason !== rest.length > 0) return { lines: [USAGE], exitCode: 2 }
  const reason = needsReason ? rest.join(' ').slice(0, 200) : null
  return print(await db.transaction((tx) => moveOrder(tx, { code: order, userId: null, stage, reason, nowMs })))
}
