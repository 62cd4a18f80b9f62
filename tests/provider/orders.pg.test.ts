import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { changeProduct } from '../../provider/repositories/products.ts'
import { deleteAccount } from '../../provider/services/delete-account.ts'
import { moveOrder, returnGoods, type StageWish } from '../../provider/services/orders.ts'
import { expectRefusal } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { issue, mustOrderCart, order, PRICE, sell, TOTAL } from './support/test-marketplace.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  driver = await createDriver(provider)
})

const NOT_VALID = {
  en: 'Some of what was sent is missing or not valid.',
  fr: 'Une partie des données envoyées manque ou n’est pas valable.',
}

const stockOf = async (id: number): Promise<number | null> => {
  const answer = await provider.request('GET', `/api/v1/marketplace/products/${String(id)}`)
  return ((await answer.json()) as { data: { stock: number | null } }).data.stock
}
const move = (code: string, stage: StageWish['stage'], reason: string | null = null) =>
  provider.deps.db.transaction((tx) =>
    moveOrder(tx, { code, userId: null, stage, reason, nowMs: provider.clock.now() }),
  )
const complete = async (code: string): Promise<void> => {
  for (const stage of ['accepted', 'processing', 'completed'] as const) expect((await move(code, stage)).ok).toBe(true)
}
const giveBack = (code: string, pieces: ReadonlyMap<number, number>) =>
  provider.deps.db.transaction((tx) => returnGoods(tx, { code, pieces, nowMs: provider.clock.now() }))
const read = async (code: string, as = driver): Promise<Response> =>
  provider.request('GET', `/api/v1/orders/${code}`, { token: await as.token() })
const cancel = async (code: string, as = driver): Promise<Response> =>
  provider.request('PUT', `/api/v1/orders/${code}/status?status=cancelled&reason=changed_mind`, {
    token: await as.token(),
    key: newKey(),
  })

test('a cart is ordered and paid from the wallet, with a receipt, and moves on to completed', async () => {
  const park = await insertTestPark(provider.deps.db)
  const [here, anywhere] = [await sell(provider, { park_id: park.id, stock: 5 }), await sell(provider)]
  const lines = [
    { product_id: here, quantity: 2 },
    { product_id: anywhere, quantity: 1 },
  ]
  const placed = await mustOrderCart(provider, driver, { lines, total: 3 * TOTAL })
  expect(placed).toMatchObject({ stage: 'pending', goods: 3 * PRICE, total: 3 * TOTAL, refunded: 0, currency: 'CAD' })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 3 * TOTAL)
  expect(await stockOf(here)).toBe(3)
  await complete(placed.order_code)
  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  const { data } = (await (await read(placed.order_code)).json()) as { data: Order }
  expect(data.history.map(({ stage }) => stage)).toEqual(['pending', 'accepted', 'processing', 'completed'])
  const receipt = await provider.request('GET', `/api/v1/receipts/${data.receipt_number ?? ''}`, {
    token: await driver.token(),
  })
  expect(await receipt.json()).toMatchObject({
    data: { kind: 'order', order: { order_code: placed.order_code }, paid_with: 'wallet' },
  })
})

test('one coupon is one line of the order; two in one field, and a second field, are refused', async () => {
  const id = await sell(provider)
  const lines = [{ product_id: id, quantity: 1 }]
  const coupon = await issue(provider)
  const placed = await mustOrderCart(provider, driver, { lines, total: 1_017, coupon: coupon.toLowerCase() })
  expect(placed).toMatchObject({ coupon_code: coupon, goods: PRICE, discount: 100, total: 1_017 })
  await expectRefusal(
    await order(provider, driver, { lines, total: 904, coupon: `${coupon} ${coupon}` }),
    422,
    'coupon_stacked',
  )
  const changes = { coupon_code: [coupon, coupon] }
  await expectRefusal(await order(provider, driver, { lines, total: 904, changes }), 422, 'validation_failed')
})

test('of forty drivers at once as many use a coupon as its limit says, and one driver uses it once', async () => {
  const id = await sell(provider)
  const coupon = await issue(provider, { limit_in_all: 7, limit_per_user: 1 })
  const cart = { lines: [{ product_id: id, quantity: 1 }], total: 1_017, coupon }
  const drivers = await Promise.all(Array.from({ length: 40 }, () => createDriver(provider)))
  const answers = await Promise.all(drivers.map((who) => order(provider, who, cart)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  for (const answer of answers.filter(({ status }) => status !== 201))
    await expectRefusal(answer, 409, 'coupon_used_up')
  const own = await issue(provider, { limit_per_user: 1 })
  const first = await mustOrderCart(provider, driver, { ...cart, coupon: own })
  await expectRefusal(await order(provider, driver, { ...cart, coupon: own }), 409, 'coupon_used')
  expect((await cancel(first.order_code)).status).toBe(200)
  await mustOrderCart(provider, driver, { ...cart, coupon: own })
})

test('of forty drivers at once as many get something as there is of it', async () => {
  const id = await sell(provider, { stock: 9 })
  const drivers = await Promise.all(Array.from({ length: 40 }, () => createDriver(provider)))
  const cart = { lines: [{ product_id: id, quantity: 2 }], total: 2 * TOTAL }
  const answers = await Promise.all(drivers.map((who) => order(provider, who, cart)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  const refused = answers.find(({ status }) => status !== 201)
  expect(await refused?.json()).toMatchObject({ code: 'product_sold_out', missing: [{ product_id: id, left: 1 }] })
  expect(await stockOf(id)).toBe(1)
})

test('one cart is ordered once: by two requests at once, under another key, and after a lost answer', async () => {
  const id = await sell(provider, { stock: 10 })
  const changes = { cart_id: uuid7() }
  const cart = { lines: [{ product_id: id, quantity: 1 }], total: TOTAL, changes }
  const answers = await Promise.all(Array.from({ length: 6 }, () => order(provider, driver, cart)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const [won] = await Promise.all(answers.filter(({ status }) => status === 201).map((answer) => answer.json()))
  const { order_code: code } = (won as { data: Order }).data
  expect(await (await order(provider, driver, cart)).json()).toMatchObject({ code: 'cart_ordered', order_code: code })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - TOTAL)
  const key = newKey()
  const again = { ...cart, changes: { cart_id: uuid7() }, key }
  const first = await (await order(provider, driver, again)).text()
  const replay = await order(provider, driver, again)
  expect(replay.headers.get('idempotent-replayed')).toBe('true')
  expect(await replay.text()).toBe(first)
  expect(await stockOf(id)).toBe(8)
})

test('a price that changed since it was put in the cart is refused with the new one, and nothing is taken', async () => {
  const id = await sell(provider, { stock: 3 })
  const cart = { lines: [{ product_id: id, quantity: 1 }], total: TOTAL }
  await changeProduct(provider.deps.db, { productId: id, priceMinor: 1_200, nowMs: provider.clock.now() })
  const answer = await order(provider, driver, cart)
  expect([answer.status, await answer.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'cart_changed',
      total: 1_356,
      products: [expect.objectContaining({ id, price: 1_200 })],
    }),
  ])
  expect([await stockOf(id), await balanceOf(provider, driver)]).toEqual([3, WELCOME])
  await mustOrderCart(provider, driver, { lines: [{ product_id: id, quantity: 1, price: 1_200 }], total: 1_356 })
})

test('a cart of another country, an unknown product, one that ended, and too many of one are refused', async () => {
  const elsewhere = await sell(provider, { country_code: 'NG', currency: 'NGN' })
  const ended = await sell(provider)
  await changeProduct(provider.deps.db, { productId: ended, active: false, nowMs: provider.clock.now() })
  const few = await sell(provider, { order_limit: 2 })
  const ask = (id: number, quantity = 1) =>
    order(provider, driver, { lines: [{ product_id: id, quantity }], total: quantity * TOTAL })
  await expectRefusal(await ask(elsewhere), 409, 'cart_other_country')
  await expectRefusal(await ask(ended), 404, 'product_not_found')
  await expectRefusal(await ask(999_999), 404, 'product_not_found')
  await expectRefusal(await ask(few, 3), 409, 'order_limit')
  const twice = [
    { product_id: few, quantity: 1 },
    { product_id: few, quantity: 1 },
  ]
  await expectRefusal(await order(provider, driver, { lines: twice, total: 2 * TOTAL }), 422, 'validation_failed')
  await expectRefusal(await order(provider, driver, { lines: [], total: 0 }), 422, 'validation_failed')
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
})

test.each([
  '-1',
  '0',
  '-0',
  '1.5',
  '100',
  '9007199254740992',
  '1e309',
  '-1e309',
  '"1e3"',
  '"2"',
  '""',
  'null',
  'true',
  '[]',
  '{}',
])(
  'a quantity of %s is refused in the driver’s language, from the wallet and at a gateway, and nothing is taken',
  async (quantity) => {
    const id = await sell(provider, { stock: 5 })
    const token = await driver.token()
    for (const [language, words] of Object.entries(NOT_VALID)) {
      for (const method of ['wallet', 'gateway']) {
        const line = `{"product_id":${String(id)},"price":${String(PRICE)},"quantity":${quantity}}`
        const body = `{"cart_id":"${uuid7()}","country_code":"CA","lines":[${line}],"quoted_total":${String(TOTAL)},"payment_method":"${method}"}`
        const headers = {
          ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...{ 'accept-language': language, 'idempotency-key': newKey() },
        }
        const answer = await provider.app.fetch(
          new Request('http://localhost/api/v1/orders', { method: 'POST', headers, body }),
        )
        expect([answer.status, await answer.json()]).toMatchObject([
          422,
          {
            code: 'validation_failed',
            detail: words,
            errors: expect.arrayContaining([expect.objectContaining({ field: 'lines.0.quantity' })]),
          },
        ])
      }
    }
    expect([await stockOf(id), await balanceOf(provider, driver)]).toEqual([5, WELCOME])
  },
)

test('a wallet that is too low says how much is missing, and keeps goods and coupon unspent', async () => {
  const id = await sell(provider, { price_minor: 20_000, stock: 1 })
  const coupon = await issue(provider, { limit_in_all: 1 })
  const cart = { lines: [{ product_id: id, quantity: 1, price: 20_000 }], total: 20_340, coupon }
  const answer = await order(provider, driver, cart)
  expect(await answer.json()).toMatchObject({ code: 'wallet_too_low', missing: 20_340 - WELCOME })
  expect(await stockOf(id)).toBe(1)
})

test('a coupon with an end, a minimum, a kind or another country is refused by its reason, also when it is only looked at', async () => {
  const id = await sell(provider)
  const nowMs = provider.clock.now()
  const refusals = [
    [{ ends_at: toInstant(nowMs - 1), starts_at: toInstant(nowMs - 10) }, 409, 'coupon_expired'],
    [{ starts_at: toInstant(nowMs + 60_000) }, 409, 'coupon_expired'],
    [{ minimum_minor: 1_001 }, 409, 'coupon_minimum'],
    [{ kinds: ['permit'] as const }, 409, 'coupon_not_applicable'],
    [{ discount_type: 'fixed' as const, discount: 1_001 }, 422, 'coupon_over_subtotal'],
    [{ country_code: 'NG' as const }, 404, 'coupon_not_found'],
  ] as const
  for (const [changes, status, code] of refusals) {
    const coupon = await issue(provider, changes)
    const cart = { lines: [{ product_id: id, quantity: 1 }], total: 1_017, coupon }
    await expectRefusal(await order(provider, driver, cart), status, code)
  }
  await expect(issue(provider, { discount: 200 })).rejects.toThrow()
  const check = (body: unknown) => provider.request('POST', '/api/v1/marketplace/coupons/check', { body })
  const good = await issue(provider)
  expect(await (await check({ country: 'CA', coupon_code: good })).json()).toMatchObject({ data: { code: good } })
  await expectRefusal(await check({ country: 'NG', coupon_code: good }), 404, 'coupon_not_found')
  await expectRefusal(await check({ country: 'CA', coupon_code: `${good} ${good}` }), 422, 'coupon_stacked')
})

test('codes cannot be guessed: after twenty wrong ones a network waits', async () => {
  const check = (coupon_code: string) =>
    provider.request('POST', '/api/v1/marketplace/coupons/check', { body: { country: 'CA', coupon_code } })
  const answers: number[] = []
  for (let index = 0; index < 25; index += 1) answers.push((await check(`WRONG${String(index)}`)).status)
  expect(answers.at(0)).toBe(404)
  expect(answers.at(-1)).toBe(429)
})

test('cancelled before work begins, rejected and cancelled later, everything comes back; work that began is not the driver’s to stop', async () => {
  const id = await sell(provider, { stock: 4 })
  const coupon = await issue(provider, { limit_in_all: 1 })
  const cart = { lines: [{ product_id: id, quantity: 1 }], total: 1_017, coupon }
  const own = await mustOrderCart(provider, driver, cart)
  const answer = await cancel(own.order_code)
  expect(await answer.json()).toMatchObject({
    data: { stage: 'cancelled', cancel_reason: 'changed_mind', refunded: 1_017 },
  })
  expect((await cancel(own.order_code)).status).toBe(200)
  expect([await balanceOf(provider, driver), await stockOf(id)]).toEqual([WELCOME, 4])
  const rejected = await mustOrderCart(provider, driver, cart)
  expect(await move(rejected.order_code, 'rejected', 'Damaged')).toMatchObject({
    ok: true,
    value: { refunded_minor: 1_017 },
  })
  const working = await mustOrderCart(provider, driver, cart)
  await move(working.order_code, 'accepted')
  await move(working.order_code, 'processing')
  await expectRefusal(await cancel(working.order_code), 409, 'order_stage')
  expect(await move(working.order_code, 'accepted')).toMatchObject({ ok: false, error: { code: 'order_stage' } })
  expect((await move(working.order_code, 'cancelled', 'Closed')).ok).toBe(true)
  expect([await balanceOf(provider, driver), await stockOf(id)]).toEqual([WELCOME, 4])
})

test('two that end one order at once give it back once', async () => {
  const id = await sell(provider)
  const placed = await mustOrderCart(provider, driver, { lines: [{ product_id: id, quantity: 1 }], total: TOTAL })
  await Promise.all([cancel(placed.order_code), cancel(placed.order_code), move(placed.order_code, 'rejected', 'No')])
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
})

test('what comes back of a completed order goes to the wallet that paid, in parts, and never twice', async () => {
  const [shade, holder] = [await sell(provider), await sell(provider)]
  const coupon = await issue(provider)
  const lines = [
    { product_id: shade, quantity: 3 },
    { product_id: holder, quantity: 1 },
  ]
  const placed = await mustOrderCart(provider, driver, { lines, total: 4_068, coupon })
  const { order_code: code } = placed
  expect(await giveBack(code, new Map([[shade, 1]]))).toMatchObject({ ok: false, error: { code: 'order_stage' } })
  await complete(code)
  expect(await giveBack(code, new Map([[shade, 1]]))).toMatchObject({
    ok: true,
    value: { stage: 'completed', refunded_minor: 1_017 },
  })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 4_068 + 1_017)
  for (const wrong of [new Map([[shade, 3]]), new Map([[shade, -1]]), new Map([[999_999, 1]])]) {
    expect(await giveBack(code, wrong)).toMatchObject({ ok: false })
  }
  const twice = await Promise.all([giveBack(code, new Map([[shade, 2]])), giveBack(code, new Map([[shade, 2]]))])
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await giveBack(code, new Map())).toMatchObject({
    ok: true,
    value: { stage: 'returned', refunded_minor: 4_068 },
  })
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
  expect(await giveBack(code, new Map())).toMatchObject({ ok: false, error: { code: 'order_stage' } })
})

test('another driver’s order and one that never was are the same answer', async () => {
  const id = await sell(provider)
  const placed = await mustOrderCart(provider, driver, { lines: [{ product_id: id, quantity: 1 }], total: TOTAL })
  const other = await createDriver(provider)
  for (const code of [placed.order_code, 'ORZZZZZZZZ', '"']) {
    await expectRefusal(await read(code, other), 404, 'order_not_found')
    await expectRefusal(await cancel(code, other), 404, 'order_not_found')
  }
  const list = await provider.request('GET', '/api/v1/orders/list', { token: await other.token() })
  expect(await list.json()).toMatchObject({ items: [], total: 0 })
})

test('an account with an order in progress is not deleted, and its data names its orders', async () => {
  const id = await sell(provider)
  const placed = await mustOrderCart(provider, driver, { lines: [{ product_id: id, quantity: 1 }], total: TOTAL })
  const answer = await provider.request('GET', '/api/v1/users/me/export', { token: await driver.token() })
  const deleted = await provider.deps.db.transaction((tx) =>
    deleteAccount(tx, driver.userId, { giveUpMoney: true, nowMs: provider.clock.now() }),
  )
  expect(deleted).toMatchObject({ ok: false, error: { code: 'orders_open' } })
  expect(await answer.json()).toMatchObject({ data: { orders: [{ order_code: placed.order_code, stage: 'pending' }] } })
})
