import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { changeCart, putInCart } from '../../src/actions/marketplace.online.ts'
import type { CouponWire, Product } from '../../src/contract/marketplace.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { mendCart } from '../../src/db/read/mend-cart.ts'
import { type Cart, readCart } from '../../src/db/read/marketplace.ts'
import { MAX_CART_LINES } from '../../src/domain/cart-total.ts'
import { priceOf } from '../../src/queries/marketplace-price.ts'
import type { AppContext } from '../../src/sync/app-context.ts'

const ID = '01980000-0000-7000-8000-0000000000c1'
const NOW = Date.parse('2026-11-27T12:00:00Z')

const productOf = (id: number, changes: Partial<Product> = {}): Product => ({
  ...{ id, kind: 'accessory', names: { en: 'Sunshade', fr: 'Pare-soleil' }, details: { en: '', fr: '' } },
  ...{ country_code: 'CA', park: null, price: 1_000, currency: 'CAD', stock: null, limit: 10, demo: true, version: 1 },
  taxes: [
    {
      ...{ code: 'hst', name: 'HST', kind: 'percent', value: 13_000, compound: false },
      included: false,
      from: null,
      to: null,
    },
  ],
  updated_at: '2026-11-24T10:00:00Z',
  ...changes,
})

const COUPON: CouponWire = {
  ...{ code: 'BAY10', country_code: 'CA', discount_type: 'percentage', discount: 10, minimum_order: 0 },
  ...{ maximum_discount: null, limit_per_user: null, kinds: null, parks: null, demo: true },
  ...{ start_date: '2026-11-01T00:00:00Z', end_date: '2026-12-31T00:00:00Z' },
}

const SOUND: Cart = { id: ID, country: 'CA', coupon: COUPON, lines: [{ product: productOf(1), quantity: 2 }] }
const mended = (cart: unknown): Cart | null => mendCart({ cart, savedAt: 1_700_000_000_000 }, 'CA')
const withLine = (line: unknown) => mended({ ...SOUND, lines: [...SOUND.lines, line] })

describe('a cart as it was stored', () => {
  test('is read as it is when every part of it is sound', () => {
    expect(mended(SOUND)).toEqual(SOUND)
    expect(mendCart(undefined, 'CA')).toBeNull()
  })

  test.each([-1, 0, -0, 1.5, 100, 2 ** 53, Infinity, -Infinity, NaN, '1e3', '2', '', null, undefined, true, [], {}])(
    'with a quantity of %s keeps the goods, one of them, and says that it was mended',
    (quantity) => {
      const cart = withLine({ product: productOf(2), quantity })
      expect(cart).toMatchObject({
        ...SOUND,
        lines: [{ quantity: 2 }, { product: { id: 2 }, quantity: 1 }],
        mended: true,
      })
      // C$30.00 less 10 %, plus 13 %.
      expect(cart === null ? null : priceOf(cart, NOW).total).toBe(3_051)
    },
  )

  test.each([
    null,
    7,
    { quantity: 1 },
    { product: null, quantity: 1 },
    ...(
      [
        { price: -1 },
        { price: 1.5 },
        { price: 2 ** 53 },
        { price: '1000' },
        { names: null },
        { taxes: [null] },
        { taxes: [{ ...productOf(1).taxes[0], value: NaN }] },
        { taxes: [{ ...productOf(1).taxes[0], from: 'soon' }] },
        { limit: 0 },
        { stock: -1 },
        { kind: 'gold' },
        { country_code: 'NG' },
      ] as const
    ).map((changes) => ({ product: { ...productOf(2), ...changes }, quantity: 1 })),
  ])('leaves out what cannot be shown or priced, and keeps the rest: %j', (line) => {
    expect(withLine(line)).toEqual({ ...SOUND, mended: true })
  })

  test('keeps a product once, and no more lines than an order may have', () => {
    expect(withLine(SOUND.lines[0])).toEqual({ ...SOUND, mended: true })
    const many = Array.from({ length: MAX_CART_LINES + 5 }, (_, index) => ({
      product: productOf(index + 1),
      quantity: 1,
    }))
    expect(mended({ ...SOUND, lines: many })?.lines).toHaveLength(MAX_CART_LINES)
  })

  test.each([
    null,
    undefined,
    7,
    {},
    { ...COUPON, discount: -5 },
    { ...COUPON, end_date: 'never' },
    { ...COUPON, kinds: 1 },
  ])('goes on without a coupon that is none: %j', (coupon) => {
    const cart = mended({ ...SOUND, coupon })
    expect(cart).toEqual({ ...SOUND, coupon: null, ...(coupon === null ? {} : { mended: true }) })
  })

  test('that has no id of its own gets the same at every reading: it is ordered once', () => {
    const first = mended({ ...SOUND, id: 'cart' })
    expect(first?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(mended({ ...SOUND, id: 'cart' })).toEqual(first)
  })

  test.each([null, 7, 'cart', [], {}, { lines: {} }])('that is none at all is empty, and says so: %j', (stored) => {
    expect(mended(stored)).toMatchObject({ country: 'CA', lines: [], coupon: null, mended: true })
  })
})

test('what a broken page stored is shown mended, and is sound once its driver has changed it', async () => {
  const dbs = openDatabases({ prefix: 'mend-cart', indexedDB: new IDBFactory(), IDBKeyRange })
  const phone = { dbs, clock: { now: () => NOW } } as unknown as AppContext
  const broken = {
    ...SOUND,
    lines: [
      { product: productOf(1), quantity: Infinity },
      { product: productOf(2), quantity: -3 },
    ],
  }
  await dbs.public.saved.put({ key: 'cart:CA', cart: broken, savedAt: 1 })
  expect((await readCart('CA', dbs)).value).toMatchObject({ lines: [{ quantity: 1 }, { quantity: 1 }], mended: true })
  await changeCart('CA', (cart) => cart && { ...cart, coupon: null }, phone)
  expect((await readCart('CA', dbs)).value).toMatchObject({ lines: [{ quantity: 1 }, { quantity: 1 }], mended: true })
  expect(await putInCart(productOf(2), 4, phone)).toEqual({ ok: true, value: null })
  expect((await readCart('CA', dbs)).value).toEqual({
    ...{ id: ID, country: 'CA', coupon: null },
    lines: [
      { product: productOf(1), quantity: 1 },
      { product: productOf(2), quantity: 4 },
    ],
  })
})
