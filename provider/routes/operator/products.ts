import { Hono } from 'hono'
import { productParam } from '../../../src/contract/marketplace.ts'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  type OperatorProduct,
  operatorProductBody,
  operatorProductList,
  operatorProductSingle,
  productChangeBody,
} from '../../../src/contract/operator-shop.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { listAllProducts, type ProductRow } from '../../repositories/products.ts'
import { isWithin } from '../../rules/operator-rights.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { toProductWire } from '../../services/marketplace-wire.ts'
import { addProduct, alterProduct } from '../../services/sell-goods.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, pageOf } from './answer.ts'
import { PRODUCT_EXAMPLE } from './examples.ts'

const toWire = (row: ProductRow): OperatorProduct => ({ ...toProductWire(row), active: row.active })

function addList(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/operator/products',
    describeOperator(deps, { summary: 'What is sold, and what was', answers: { 200: operatorProductList } }),
    requireOperator(deps, 'shop'),
    validate('query', operatorListQuery),
    async (c) => {
      const { parks: within } = c.get('operator')
      const rows = (await listAllProducts(deps.db)).filter((row) => isWithin(within, [row.park_id]))
      return c.json(pageOf(rows.map(toWire), c.req.valid('query')), 200, NO_STORE)
    },
  )
}

/** Goods of the marketplace, including monthly passes and permits. */
export function operatorProductRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'shop')
  addList(routes, deps)

  routes.post(
    '/operator/products',
    describeOperator(deps, {
      summary: 'Sell something new: goods, a monthly pass or a permit',
      answers: { 201: operatorProductSingle },
      example: PRODUCT_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', operatorProductBody),
    (c) => {
      const body = c.req.valid('json')
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, at) => {
          const added = await addProduct(tx, { body, ...at })
          if (!added.ok) return err<Refusal>(added.error)
          const subject = added.value.product_id
          return ok({ data: toWire(added.value), change: { action: 'product.add', subject, details: body } })
        },
      })
    },
  )

  routes.patch(
    '/operator/products/:id',
    describeOperator(deps, {
      summary: 'Change a price or how many are left, or sell no more of it; orders that were made keep their price',
      answers: { 200: operatorProductSingle },
      example: PRODUCT_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('param', productParam),
    validate('json', productChangeBody),
    (c) => {
      const [{ id: productId }, change] = [c.req.valid('param'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, at) => {
          const changed = await alterProduct(tx, { productId, change, ...at })
          if (!changed.ok) return err<Refusal>(changed.error)
          const { value } = changed
          return ok({ data: toWire(value), change: { action: 'product.change', subject: productId, details: change } })
        },
      })
    },
  )
  return routes
}
