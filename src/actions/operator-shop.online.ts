/**
 * What an operator sells in the marketplace, in the console: goods and orders. Nothing of it is stored on the phone.
 */
import type { Page } from '../contract/common.ts'
import {
  type OperatorProduct,
  type OperatorProductBody,
  operatorProductList,
  operatorProductSingle,
  type ProductChangeBody,
} from '../contract/operator-shop.ts'
import { type Order, orderList, orderSingle } from '../contract/orders.ts'
import { taxToWire } from '../contract/tariff-mapping.ts'
import type { OrderStage } from '../domain/order.ts'
import type { Tax } from '../domain/tariff-types.ts'
import type { Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

type Answer<T> = Promise<Result<T, ActionError>>

const PAGE = 20

/** Includes discontinued ones. `page`: from 1. */
export const loadProducts = (page: number): Answer<Page<OperatorProduct>> =>
  readOperator({ method: 'GET', path: '/products', query: { page, size: PAGE }, schema: operatorProductList })

/** Adds a product with the taxes of its location. */
export const addProduct = (product: Omit<OperatorProductBody, 'taxes'>, taxes: readonly Tax[]) => {
  const body = { ...product, taxes: taxes.map(taxToWire) }
  return changeOperator({ method: 'POST', path: '/products', body, schema: operatorProductSingle })
}

export const changeProduct = (id: number, body: ProductChangeBody) =>
  changeOperator({ method: 'PATCH', path: `/products/${String(id)}`, body, schema: operatorProductSingle })

/** `about`: the stage (`open` for unfinished orders) and the page. */
export const loadOrders = (about: string): Answer<Page<Order>> => {
  const [stage = 'open', page = '1'] = about.split(' ')
  const query = { page, size: PAGE, ...(stage === 'open' ? {} : { stage }) }
  return readOperator({ method: 'GET', path: '/orders', query, schema: orderList })
}

const orderPath = (code: string, rest: string): string => `/orders/${encodeURIComponent(code)}/${rest}`

/** `reason`: shown to the driver when the order is ended. */
export const moveOrder = (code: string, { stage, reason }: { readonly stage: OrderStage; readonly reason?: string }) =>
  changeOperator({
    ...{ method: 'PUT', path: orderPath(code, 'stage'), schema: orderSingle },
    body: reason === undefined ? { stage } : { stage, reason },
  })

export interface ReturnedPieces {
  /** The form that they were typed into: the same pieces from another form are returned besides. */
  readonly form: string
  /** Returned count by product id. */
  readonly pieces: ReadonlyMap<number, number>
}

export const returnPieces = (code: string, { form, pieces }: ReturnedPieces) => {
  const lines = [...pieces].map(([product_id, count]) => ({ product_id, pieces: count }))
  const path = orderPath(code, 'returns')
  return changeOperator({ method: 'POST', path, body: { pieces: lines }, schema: orderSingle }, form)
}
