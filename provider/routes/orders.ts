import type { Context } from 'hono'
import { Hono } from 'hono'
import { union } from 'valibot'
import { createOrderBody, orderList, orderListQuery, orderSingle, orderStatusQuery } from '../../src/contract/orders.ts'
import { orderCheckoutSingle } from '../../src/contract/payments.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requestOrigin } from '../http/request-origin.ts'
import { validate } from '../http/validate.ts'
import { findOwnOrder, listOrders, type OrderRow } from '../repositories/orders.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { toOrderWire } from '../services/marketplace-wire.ts'
import { checkoutOrder, moveOrder, placeOrder } from '../services/orders.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { paymentLimit } from './guards/payment-limit.ts'
import { requireUser } from './guards/require-user.ts'
import { refuse } from './refuse.ts'

const describeOrders = (deps: ProviderDeps) => (route: Omit<Parameters<typeof describe>[0], 'tag' | 'secured'>) =>
  describe({ tag: 'marketplace', secured: true, ...route }, deps.config)

function addReading(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)
  const say = describeOrders(deps)

  routes.get(
    '/orders/list',
    say({ summary: 'The driver’s orders, newest first', answers: { 200: orderList } }),
    user,
    validate('query', orderListQuery),
    async (c) => {
      const { page, size } = c.req.valid('query')
      const { rows, total } = await listOrders(deps.db, { userId: c.get('userId'), page, size })
      return c.json({ items: rows.map(toOrderWire), total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )

  routes.get(
    '/orders/:code',
    say({ summary: 'One order by its code, for who ordered alone', answers: { 200: orderSingle } }),
    user,
    async (c) => {
      const row = await findOwnOrder(deps.db, c.get('userId'), c.req.param('code').toUpperCase())
      return row === undefined ? problem(c, 'order_not_found') : c.json({ data: toOrderWire(row) })
    },
  )
}

/**
 * Orders are paid from the wallet, in the transaction that takes the goods, or at a gateway while their goods are
 * reserved.
 */
export function orderRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const say = describeOrders(deps)
  const limits = paymentLimit(deps)

  const answer = (
    c: Context<AppEnv>,
    status: 200 | 201,
    work: (tx: Queryable) => Promise<Result<OrderRow, Refusal>>,
  ): Promise<Response> =>
    idempotent(
      c,
      deps,
      onSql(deps, async (tx) => {
        const done = await work(tx)
        return done.ok ? c.json({ data: toOrderWire(done.value) }, status) : refuse(c, done.error)
      }),
    )

  addReading(routes, deps)

  routes.post(
    '/orders',
    say({
      summary: 'Order a cart and pay it from the wallet, or keep its goods while a gateway is paid',
      answers: { 201: union([orderSingle, orderCheckoutSingle]) },
      idempotent: true,
    }),
    user,
    validate('json', createOrderBody),
    (c, next) => (c.req.valid('json').payment_method === 'gateway' ? limits.start(c, next) : next()),
    (c) => {
      const wish = { userId: c.get('userId'), body: c.req.valid('json'), nowMs: deps.clock.now() }
      if (wish.body.payment_method !== 'gateway') return answer(c, 201, (tx) => placeOrder(tx, deps, wish))
      const origin = requestOrigin(c, deps.config.publicUrl)
      return idempotent(c, deps, (call) => checkoutOrder(deps, { ...wish, call, origin }))
    },
  )

  routes.put(
    '/orders/:code/status',
    say({ summary: 'Cancel an order before work on it begins', answers: { 200: orderSingle }, idempotent: true }),
    user,
    validate('query', orderStatusQuery),
    (c) => {
      const { status: stage, reason } = c.req.valid('query')
      const code = c.req.param('code').toUpperCase()
      const wish = { code, userId: c.get('userId'), stage, reason, nowMs: deps.clock.now() }
      return answer(c, 200, (tx) => moveOrder(tx, wish))
    },
  )

  return routes
}
