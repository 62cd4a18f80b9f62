import { Hono } from 'hono'
import { operatorOrderQuery, orderReturnBody, orderStageBody } from '../../../src/contract/operator-shop.ts'
import { orderList, orderSingle } from '../../../src/contract/orders.ts'
import { must } from '../../../src/lib/assert.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import { countStagedOrders, findOrderWithin, listStagedOrders } from '../../repositories/operator-orders.ts'
import { lockOrder, type OrderRow } from '../../repositories/orders.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { toOrderWire } from '../../services/marketplace-wire.ts'
import { toPart } from '../../services/order-parts.ts'
import { moveOrder, returnGoods } from '../../services/orders.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, type Changed, describeOperator, NO_STORE, type OperatorAt, toPage } from './answer.ts'
import { ORDER_EXAMPLE } from './examples.ts'

interface Move {
  readonly code: string
  readonly change: Omit<NonNullable<Changed<object>['change']>, 'subject'>
  readonly work: (tx: Queryable) => Promise<Result<OrderRow, Refusal>>
}

/** Changes one order, or the operator's own part of it. An order without their goods is answered as not found. */
async function changeOrder(tx: Queryable, { within }: OperatorAt, { code, change, work }: Move) {
  const isTheirs = (await findOrderWithin(tx, code, within)) !== undefined
  const before = isTheirs ? await lockOrder(tx, { code, userId: null }) : undefined
  if (before === undefined) return err<Refusal>({ code: 'order_not_found' })
  const done = await work(tx)
  if (!done.ok) return done
  const isChanged = done.value.version !== before.version
  const after = must(await findOrderWithin(tx, code, within), 'order that was changed')
  return ok({ data: toOrderWire(toPart(after, within)), change: isChanged ? { ...change, subject: code } : null })
}

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'orders')

  routes.get(
    '/operator/orders',
    describeOperator(deps, {
      summary: 'Orders that are paid and not finished, the oldest first; with a stage, those of it',
      answers: { 200: orderList },
    }),
    operator,
    validate('query', operatorOrderQuery),
    async (c) => {
      const { stage, ...asked } = c.req.valid('query')
      const { parks: within } = c.get('operator')
      const [rows, total] = await Promise.all([
        listStagedOrders(deps.db, { within, stage, limit: asked.size, offset: (asked.page - 1) * asked.size }),
        countStagedOrders(deps.db, { within, stage }),
      ])
      return c.json(
        toPage(
          rows.map((row) => toOrderWire(toPart(row, within))),
          total,
          asked,
        ),
        200,
        NO_STORE,
      )
    },
  )

  routes.get(
    '/operator/orders/:code',
    describeOperator(deps, { summary: 'One order', answers: { 200: orderSingle }, example: ORDER_EXAMPLE }),
    operator,
    async (c) => {
      const { parks: within } = c.get('operator')
      const order = await findOrderWithin(deps.db, c.req.param('code').toUpperCase(), within)
      if (order === undefined) return problem(c, 'order_not_found')
      return c.json({ data: toOrderWire(toPart(order, within)) }, 200, NO_STORE)
    },
  )
}

/** Orders of the marketplace: listed, moved to the next stage, refunded. */
export function operatorOrderRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'orders')
  const say = (summary: string) =>
    describeOperator(deps, { summary, answers: { 200: orderSingle }, example: ORDER_EXAMPLE, idempotent: true })
  addReads(routes, deps)

  routes.put(
    '/operator/orders/:code/stage',
    say('Move an order on; rejected or cancelled, everything is given back'),
    operator,
    validate('json', orderStageBody),
    (c) => {
      const code = c.req.param('code').toUpperCase()
      const body = c.req.valid('json')
      const reason = 'reason' in body ? body.reason : null
      return answerOnce(c, deps, {
        work: (tx, at) => {
          const wish = { code, userId: null, stage: body.stage, reason, ...at }
          const change = { action: 'order.stage', details: body } as const
          return changeOrder(tx, at, { code, change, work: (inside) => moveOrder(inside, wish) })
        },
      })
    },
  )

  routes.post(
    '/operator/orders/:code/returns',
    say('Note what came back of a completed order: its share of what was paid goes to the wallet'),
    operator,
    validate('json', orderReturnBody),
    (c) => {
      const code = c.req.param('code').toUpperCase()
      const body = c.req.valid('json')
      const pieces = new Map((body.pieces ?? []).map((line) => [line.product_id, line.pieces]))
      return answerOnce(c, deps, {
        work: (tx, at) => {
          const change = { action: 'order.return', details: body } as const
          const wish = { code, pieces, ...at }
          return changeOrder(tx, at, { code, change, work: (inside) => returnGoods(inside, wish) })
        },
      })
    },
  )
  return routes
}
