import type { CouponWire, Product } from '../../src/contract/marketplace.ts'
import type { Order } from '../../src/contract/orders.ts'
import { mustInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { CouponRow } from '../repositories/coupons.ts'
import type { OrderRow } from '../repositories/orders.ts'
import type { ProductRow } from '../repositories/products.ts'

const passOf = ({ pass, park_id: parkId, timezone }: ProductRow): Pick<Product, 'pass'> =>
  pass === null || parkId === null || timezone === null ? {} : { pass: { park_id: parkId, timezone, ...pass } }

export const toProductWire = (row: ProductRow): Product => ({
  id: row.product_id,
  kind: row.kind,
  names: row.names,
  details: row.details,
  country_code: row.country_code,
  park: row.park,
  price: row.price_minor,
  currency: row.currency,
  taxes: row.taxes,
  stock: row.stock,
  limit: row.order_limit,
  ...passOf(row),
  demo: row.demo,
  version: row.version,
  updated_at: toRfc3339(row.updated_at),
})

export const toCouponWire = (row: CouponRow): CouponWire => ({
  code: row.code,
  country_code: row.country_code,
  discount_type: row.discount_type,
  discount: row.discount,
  minimum_order: row.minimum_minor,
  maximum_discount: row.maximum_minor,
  limit_per_user: row.limit_per_user,
  kinds: row.kinds === null ? null : [...row.kinds],
  parks: row.parks === null ? null : [...row.parks],
  start_date: toRfc3339(row.starts_at),
  end_date: toRfc3339(row.ends_at),
  demo: row.demo,
})

export const toOrderWire = (row: OrderRow): Order => ({
  order_id: row.order_id,
  order_code: row.order_code,
  cart_id: row.cart_id,
  paid: row.paid_at !== null,
  stage: row.stage,
  country_code: row.country_code,
  currency: row.currency,
  lines: row.lines.map(({ park_id: _parkId, ...line }) => line),
  coupon_code: row.coupon_code,
  goods: row.goods_minor,
  discount: row.discount_minor,
  taxes: row.taxes,
  total: row.total_minor,
  refunded: row.refunded_minor,
  cancel_reason: row.cancel_reason,
  history: row.history.map(({ stage, at }) => ({ stage, at: toRfc3339(mustInstant(at)) })),
  receipt_number: row.receipt_number,
  demo: row.demo,
  version: row.version,
  created_at: toRfc3339(row.created_at),
  updated_at: toRfc3339(row.updated_at),
})
