import type * as v from 'valibot'
import type { Page } from '../contract/common.ts'
import { type CreateOrderBody, type Order, orderList, orderSingle } from '../contract/orders.ts'
import { type OrderCheckout, orderCheckoutSingle } from '../contract/payments.ts'
import type { OrderCancelReason } from '../domain/order.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

/** Pays from the wallet. */
export const placeOrder = (body: CreateOrderBody): KeyedCall<Order> =>
  keyedData(
    { method: 'POST', path: '/orders', body },
    orderSingle,
    (order) => order.country_code === body.country_code && order.total === body.quoted_total,
  )

/** Reserves the goods while their driver pays: `payment_method` is `gateway`. */
export const checkoutOrder = (body: CreateOrderBody): KeyedCall<OrderCheckout> =>
  keyedData(
    { method: 'POST', path: '/orders', body },
    orderCheckoutSingle,
    ({ order }) => order.cart_id === body.cart_id,
  )

export const cancelOrder = (wanted: {
  readonly orderCode: string
  readonly reason: OrderCancelReason
}): KeyedCall<Order> =>
  keyedData(
    {
      method: 'PUT',
      path: `/orders/${encodeURIComponent(wanted.orderCode)}/status`,
      query: { status: 'cancelled', reason: wanted.reason },
    },
    orderSingle,
    (order) => order.order_code === wanted.orderCode,
  )

/** Newest first. */
export const listOrders = (
  client: Client,
  query: { readonly page: number; readonly size: number },
): Promise<Result<Page<Order>, ApiError>> =>
  client.send<v.InferOutput<typeof orderList>>({
    method: 'GET',
    path: '/orders/list',
    query: { ...query },
    schema: orderList,
    isAnswer: (list) => list.page === query.page,
    as: 'user',
  })

/** An unknown order or another driver's is refused with `order_not_found`. */
export async function getOrder(client: Client, code: string): Promise<Result<Order, ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: `/orders/${encodeURIComponent(code)}`,
    schema: orderSingle,
    isAnswer: ({ data }) => data.order_code === code.toUpperCase(),
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
