import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorCoupon, OperatorProduct } from '../../src/contract/operator-shop.ts'
import type { Order } from '../../src/contract/orders.ts'
import { codeOf, expectRefusal } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { mustOrderCart, order, sell, TOTAL } from './support/test-marketplace.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let foreign: CodedPark
let key: TestKey
/** A key for `park` only. */
let own: TestKey
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  park = await insertCodedPark(provider)
  foreign = await insertCodedPark(provider)
  key = await makeTestKey(provider)
  own = await makeTestKey(provider, { parkCodes: [park.code] })
  driver = await createDriver(provider)
})

type Changes = Readonly<Record<string, unknown>>
const goods = (changes: Changes = {}) => ({
  ...{ country_code: 'CA', kind: 'car_wash', park: park.code, price: 2_500, currency: 'CAD', taxes: [], limit: 5 },
  ...{ names: { en: 'Full car wash', fr: 'Lavage complet' }, details: { en: '', fr: '' } },
  ...changes,
})
const couponBody = (changes: Changes = {}) => ({
  ...{
    country_code: 'CA',
    code: `C${newKey().slice(-10)}`,
    discount_type: 'percentage',
    discount: 10,
    currency: 'CAD',
  },
  ...{ start_date: '2026-11-01T00:00:00Z', end_date: '2027-01-01T00:00:00Z' },
  ...changes,
})
const add = async (changes: Changes = {}, as = key): Promise<OperatorProduct> =>
  (await mustOperate<{ data: OperatorProduct }>(provider, as, ['POST', '/products', { body: goods(changes) }])).data
const postGoods = (changes: Changes, as = key) => operate(provider, as, ['POST', '/products', { body: goods(changes) }])
const patch = (path: string, body: object, as = key) => operate(provider, as, ['PATCH', path, { body }])
const issue = (changes: Changes = {}, as = key) =>
  operate(provider, as, ['POST', '/coupons', { body: couponBody(changes) }])
const move = (code: string, body: object, as = key) => operate(provider, as, ['PUT', `/orders/${code}/stage`, { body }])
const fieldsOf = async (answer: Response): Promise<readonly string[]> =>
  ((await answer.json()) as { errors?: ReadonlyArray<{ field: string }> }).errors?.map(({ field }) => field) ?? []

test('goods are sold, priced, counted and ended; drivers see each change, and each is noted', async () => {
  const { id } = await add({ stock: 3 }, own)
  const path = `/products/${String(id)}`
  const seen = async () => (await provider.request('GET', `/api/v1/marketplace/products/${String(id)}`)).json()
  expect(await seen()).toMatchObject({ data: { price: 2_500, stock: 3, park: { code: park.code } } })
  expect((await patch(path, { price: 3_000, currency: 'CAD', stock: null }, own)).status).toBe(200)
  expect(await seen()).toMatchObject({ data: { price: 3_000, stock: null } })
  expect(await (await patch(path, { active: false }, own)).json()).toMatchObject({ data: { active: false } })
  expect(await seen()).toMatchObject({ code: 'product_not_found' })
  const noted = [`product.change ${String(id)}`, `product.change ${String(id)}`, `product.add ${String(id)}`]
  expect(await listNoted(provider, own)).toEqual(noted)
})

test('a monthly pass is sold with its hours; what is no pass, or only half of one, is refused by its field', async () => {
  const pass = { hours: 'Mon-Fri 06:00-20:00', vehicle_types: [1], at_once: 4 }
  const sold = await add({ kind: 'monthly_pass', pass }, own)
  expect(sold.pass).toMatchObject({ park_id: park.id, at_once: 4, hours: [{ from_minute: 360, to_minute: 1_200 }] })
  const wrong: ReadonlyArray<readonly [Changes, string]> = [
    [{ kind: 'permit' }, 'pass'],
    [{ kind: 'permit', pass, park: null }, 'park'],
    [{ kind: 'permit', pass, stock: 3 }, 'stock'],
    [{ kind: 'car_wash', pass }, 'pass'],
    [{ kind: 'permit', pass: { ...pass, hours: 'sometimes' } }, 'pass.hours'],
    [{ kind: 'permit', pass: { ...pass, at_once: 0 } }, 'pass.at_once'],
    [{ kind: 'permit', pass: { ...pass, at_onse: 1 } }, 'pass.at_onse'],
    [{ kind: 'permit', pass: { ...pass, vehicle_types: [9] } }, 'pass.vehicle_types.0'],
  ]
  for (const [changes, field] of wrong) expect(await fieldsOf(await postGoods(changes))).toContain(field)
  expect(await fieldsOf(await patch(`/products/${String(sold.id)}`, { stock: 3 }))).toEqual(['stock'])
})

test('prices that are none, taxes above the price, unknown fields and empty changes are refused', async () => {
  const tax = {
    code: 'x',
    name: 'X',
    kind: 'percent',
    value: 7_500,
    compound: false,
    included: true,
    from: null,
    to: null,
  }
  const wrong: ReadonlyArray<readonly [Changes, string]> = [
    [{ price: 0 }, 'price'],
    [{ price: -2_500 }, 'price'],
    [{ price: 100_000_000_001 }, 'price'],
    [{ price: 1e308 }, 'price'],
    [{ price: '25.00' }, 'price'],
    [{ currency: 'NGN' }, 'currency'],
    [{ stock: -1 }, 'stock'],
    [{ stock: 2 ** 31 }, 'stock'],
    [{ limit: 100 }, 'limit'],
    [{ taxes: [{ ...tax, value: 100_001 }] }, 'taxes.0'],
    [{ taxes: [{ ...tax, value: -1 }] }, 'taxes.0.value'],
    [{ taxes: Array.from({ length: 11 }, () => tax) }, 'taxes'],
    [{ names: { en: 'Wash' } }, 'names.fr'],
    [{ names: { en: '', fr: '' } }, 'names.en'],
    [{ details: { en: 'x'.repeat(501), fr: '' } }, 'details.en'],
    [{ demo: true }, 'demo'],
  ]
  for (const [changes, field] of wrong) {
    const answer = await postGoods(changes)
    expect([answer.status, await fieldsOf(answer)]).toEqual([422, expect.arrayContaining([field])])
  }
  const { id } = await add()
  for (const body of [
    {},
    { price: 1 },
    { currency: 'CAD' },
    { active: true },
    { price: 5, currency: 'XOF' },
    { prise: 1 },
  ])
    await expectRefusal(await patch(`/products/${String(id)}`, body), 422, 'validation_failed')
  await expectRefusal(await patch('/products/99999999999', { active: false }), 422, 'validation_failed')
  await expectRefusal(await patch('/products/999999999', { active: false }), 404, 'product_not_found')
})

test('a key for one car park sells nothing elsewhere, nor everywhere, and cannot tell another’s goods from none', async () => {
  await expectRefusal(await postGoods({ park: foreign.code }, own), 404, 'park_not_found')
  await expectRefusal(await postGoods({ park: 'CA00000' }, own), 404, 'park_not_found')
  await expectRefusal(await postGoods({ park: null }, own), 403, 'forbidden')
  const [mine, theirs, anywhere] = [await add(), await add({ park: foreign.code }), await add({ park: null })]
  for (const { id } of [theirs, anywhere])
    await expectRefusal(await patch(`/products/${String(id)}`, { active: false }, own), 404, 'product_not_found')
  const listed = await mustOperate<{ items: OperatorProduct[] }>(provider, own, ['GET', '/products'])
  expect(listed.items.map(({ id }) => id)).toEqual([mine.id])
  expect(await listNoted(provider, own)).toEqual([])
})

test('a coupon holds in a cart until it is ended; 200 % and what else is no discount is refused', async () => {
  const issued = (await (await issue({ limit_in_all: 5 })).json()) as { data: OperatorCoupon }
  const { code } = issued.data
  expect(issued.data).toMatchObject({ used: 0, active: true, limit_in_all: 5 })
  const lines = [{ product_id: await sell(provider), quantity: 1 }]
  await mustOrderCart(provider, driver, { lines, total: 1_017, coupon: code })
  const ended = await patch(`/coupons/CA/${code}`, { active: false })
  expect(await ended.json()).toMatchObject({ data: { used: 1, active: false } })
  expect(await codeOf(await order(provider, driver, { lines, total: 1_017, coupon: code }))).toBe('coupon_not_found')
  await expectRefusal(await issue({ discount: 200 }), 422, 'coupon_over_hundred')
  const wrong: ReadonlyArray<readonly [Changes, string]> = [
    [{ discount: 0 }, 'discount'],
    [{ discount: -10 }, 'discount'],
    [{ discount: 1e18 }, 'discount'],
    [{ discount_type: 'fixed', discount: 10.5 }, 'discount'],
    [{ discount_type: 'fixed', currency: 'NGN' }, 'currency'],
    [{ maximum_discount: 0 }, 'maximum_discount'],
    [{ minimum_order: -1 }, 'minimum_order'],
    [{ limit_per_user: 0 }, 'limit_per_user'],
    [{ limit_in_all: 2 ** 40 }, 'limit_in_all'],
    [{ limit_in_al: 5 }, 'limit_in_al'],
    [{ code: 'TWO CODES' }, 'code'],
    [{ code: '' }, 'code'],
    [{ code }, 'code'],
    [{ end_date: '2026-10-01T00:00:00Z' }, 'end_date'],
    [{ start_date: '2026-01-01T00:00:00Z', end_date: '2026-02-01T00:00:00Z' }, 'end_date'],
    [{ end_date: 'tomorrow' }, 'end_date'],
    [{ code: `${code} 2` }, 'code'],
    [{ kinds: [] }, 'kinds'],
    [{ kinds: ['car_wash'], parks: [park.code] }, 'parks'],
    [{ kinds: ['parking'], parks: [] }, 'parks'],
  ]
  for (const [changes, field] of wrong) {
    const answer = await issue(changes)
    expect([answer.status, await fieldsOf(answer)]).toEqual([422, expect.arrayContaining([field])])
  }
})

test('a key for one car park issues coupons for parking there, and no others', async () => {
  const here = { kinds: ['parking'], parks: [park.code] }
  const issued = (await (await issue(here, own)).json()) as { data: OperatorCoupon }
  expect(issued.data.parks).toEqual([park.id])
  for (const changes of [{}, { kinds: ['car_wash'] }, { kinds: ['parking', 'car_wash'] }, { kinds: ['parking'] }])
    await expectRefusal(await issue(changes, own), 403, 'forbidden')
  await expectRefusal(await issue({ kinds: ['parking'], parks: [park.code, foreign.code] }, own), 404, 'park_not_found')
  const theirs = (await (await issue({ kinds: ['parking'], parks: [foreign.code] })).json()) as { data: OperatorCoupon }
  const mixed = (await (await issue({ ...here, kinds: ['parking', 'car_wash'] })).json()) as { data: OperatorCoupon }
  for (const code of [theirs.data.code, mixed.data.code, 'NOTHING'])
    await expectRefusal(await patch(`/coupons/CA/${code}`, { active: false }, own), 404, 'coupon_not_found')
  const listed = await mustOperate<{ items: OperatorCoupon[] }>(provider, own, ['GET', '/coupons'])
  expect(listed.items.map(({ code }) => code)).toEqual([issued.data.code])
})

test('of two coupons of one code at once there is one', async () => {
  const code = `RACE${newKey().slice(-8)}`
  const answers = await Promise.all(Array.from({ length: 5 }, () => issue({ code })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
})

test('an order moves on, and comes back in part and then the rest, however often and at once it is said', async () => {
  const product = await sell(provider, { park_id: park.id, stock: 9 })
  const before = await balanceOf(provider, driver)
  const { order_code: code } = await mustOrderCart(provider, driver, {
    lines: [{ product_id: product, quantity: 3 }],
    total: 3 * TOTAL,
  })
  const open = await mustOperate<{ items: Order[]; total: number }>(provider, own, ['GET', '/orders'])
  expect([open.items.map((one) => one.order_code), open.total]).toEqual([[code], 1])
  await expectRefusal(await move(code, { stage: 'completed' }, own), 409, 'order_stage')
  await expectRefusal(await move(code, { stage: 'cancelled' }, own), 422, 'validation_failed')
  await expectRefusal(await move(code, { stage: 'accepted', reason: 'x' }, own), 422, 'validation_failed')
  await expectRefusal(await move(code, { stage: 'returned' }, own), 422, 'validation_failed')
  for (const stage of ['accepted', 'processing', 'completed'])
    for (let twice = 0; twice < 2; twice += 1) expect((await move(code, { stage }, own)).status).toBe(200)
  const back = (pieces: number, idempotencyKey = newKey(), id = product) =>
    operate(provider, own, [
      'POST',
      `/orders/${code.toLowerCase()}/returns`,
      { key: idempotencyKey, body: { pieces: [{ product_id: id, pieces }] } },
    ])
  const again = newKey()
  const answers = await Promise.all(Array.from({ length: 5 }, () => back(1, again)))
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await balanceOf(provider, driver)).toBe(before - 2 * TOTAL)
  for (const answer of [
    await back(3),
    await back(1, newKey(), 999_999),
    await back(0),
    await back(-1),
    await back(1e9),
  ])
    await expectRefusal(answer, 422, 'validation_failed')
  const rest = await Promise.all(Array.from({ length: 4 }, () => back(2)))
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balanceOf(provider, driver)).toBe(before)
  expect(await mustOperate(provider, own, ['GET', `/orders/${code}`])).toMatchObject({
    data: { stage: 'returned', refunded: 3 * TOTAL },
  })
  const noted = await listNoted(provider, own)
  expect(noted).toEqual([
    ...Array<string>(2).fill(`order.return ${code}`),
    ...Array<string>(3).fill(`order.stage ${code}`),
  ])
})

test('a rejected order gives everything back once, with its reason', async () => {
  const product = await sell(provider, { stock: 1 })
  const before = await balanceOf(provider, driver)
  const { order_code: code } = await mustOrderCart(provider, driver, {
    lines: [{ product_id: product, quantity: 1 }],
    total: TOTAL,
  })
  const rejected = { stage: 'rejected', reason: 'Damaged in the store' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => move(code, rejected)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await answers[0]?.json()).toMatchObject({ data: { stage: 'rejected', cancel_reason: rejected.reason } })
  expect(await balanceOf(provider, driver)).toBe(before)
  expect(await listNoted(provider, key)).toEqual([`order.stage ${code}`])
})

test('a key for one car park sees and moves no order without goods of its own', async () => {
  const [there, anywhere] = [await sell(provider, { park_id: foreign.id }), await sell(provider)]
  for (const others of [[there], [anywhere], [there, anywhere]]) {
    const lines = others.map((id) => ({ product_id: id, quantity: 1 }))
    const { order_code: code } = await mustOrderCart(provider, driver, { lines, total: lines.length * TOTAL })
    await expectRefusal(await operate(provider, own, ['GET', `/orders/${code}`]), 404, 'order_not_found')
    await expectRefusal(await move(code, { stage: 'accepted' }, own), 404, 'order_not_found')
    await expectRefusal(
      await operate(provider, own, ['POST', `/orders/${code}/returns`, { body: {} }]),
      404,
      'order_not_found',
    )
    expect((await move(code, { stage: 'accepted' })).status).toBe(200)
  }
  expect(await mustOperate(provider, own, ['GET', '/orders'])).toMatchObject({ items: [], total: 0 })
})
