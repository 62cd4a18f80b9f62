import type { Order } from '../../../src/contract/orders.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { type CouponRow, insertCoupon } from '../../../provider/repositories/coupons.ts'
import { insertProduct, type NewProduct } from '../../../provider/repositories/products.ts'
import type { TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

/** C$10.00, and with 13 % HST. */
export const PRICE = 1_000
export const TOTAL = 1_130

export const sell = (provider: TestProvider, changes: Partial<NewProduct> = {}): Promise<number> =>
  insertProduct(provider.deps.db, {
    country_code: 'CA',
    kind: 'accessory',
    park_id: null,
    names: { en: 'Sunshade', fr: 'Pare-soleil' },
    details: { en: 'Folding', fr: 'Pliable' },
    price_minor: PRICE,
    currency: 'CAD',
    taxes: [
      {
        code: 'hst',
        name: 'HST',
        kind: 'percent',
        value: 13_000,
        compound: false,
        included: false,
        from: null,
        to: null,
      },
    ],
    stock: null,
    order_limit: 99,
    pass: null,
    demo: false,
    updated_at: toInstant(provider.clock.now()),
    ...changes,
  })

/** Issues ten percent off in Canada, without limits. Returns the code. */
export async function issue(provider: TestProvider, changes: Partial<CouponRow> = {}): Promise<string> {
  const code = changes.code ?? `T${uuid7().replaceAll('-', '').slice(-12).toUpperCase()}`
  const nowMs = provider.clock.now()
  await insertCoupon(provider.deps.db, {
    ...{ country_code: 'CA', discount_type: 'percentage', discount: 10, minimum_minor: 0, maximum_minor: null },
    ...{ limit_per_user: null, limit_in_all: null, kinds: null, parks: null, demo: false },
    ...{ starts_at: toInstant(nowMs - 1_000), ends_at: toInstant(nowMs + 86_400_000) },
    ...changes,
    code,
  })
  return code
}

export interface TestCart {
  readonly lines: ReadonlyArray<{ readonly product_id: number; readonly quantity: number; readonly price?: number }>
  readonly total: number
  readonly coupon?: string
  readonly changes?: Readonly<Record<string, unknown>>
  readonly key?: string
}

export async function order(provider: TestProvider, driver: TestDriver, cart: TestCart): Promise<Response> {
  const body = {
    cart_id: uuid7(),
    country_code: 'CA',
    lines: cart.lines.map((line) => ({ price: PRICE, ...line })),
    quoted_total: cart.total,
    ...(cart.coupon === undefined ? {} : { coupon_code: cart.coupon }),
    ...cart.changes,
  }
  return provider.request('POST', '/api/v1/orders', { token: await driver.token(), key: cart.key ?? uuid7(), body })
}

export async function mustOrderCart(provider: TestProvider, driver: TestDriver, cart: TestCart): Promise<Order> {
  const answer = await order(provider, driver, cart)
  if (answer.status !== 201) throw new Error(`Not ordered: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: Order }).data
}
