import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { must } from '../../src/lib/assert.ts'
import { expectRefusal } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { issue, mustOrderCart, sell, TOTAL } from './support/test-marketplace.ts'
import {
  type CodedPark,
  insertCodedPark,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
/** Keys of two organisations with a car park each, and one that may act for all. */
let [one, other, all]: TestKey[] = []
let parks: readonly CodedPark[]
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  parks = [await insertCodedPark(provider), await insertCodedPark(provider)]
  ;[one, other] = await Promise.all(parks.map(({ code }) => makeTestKey(provider, { parkCodes: [code] })))
  all = await makeTestKey(provider)
  driver = await createDriver(provider)
})

const keyOf = (who: TestKey | undefined): TestKey => must(who, 'key')
const stepTo = (code: string, stage: string, who: TestKey | undefined): Promise<Response> =>
  operate(provider, keyOf(who), [
    'PUT',
    `/orders/${code}/stage`,
    { body: stage === 'rejected' || stage === 'cancelled' ? { stage, reason: `No ${stage}` } : { stage } },
  ])
async function go(code: string, who: TestKey | undefined, ...stages: readonly string[]): Promise<Order> {
  let answer: Response | undefined
  for (const stage of stages) {
    answer = await stepTo(code, stage, who)
    expect([stage, answer.status]).toEqual([stage, 200])
  }
  return ((await must(answer, 'answer').json()) as { data: Order }).data
}
const take = (code: string, who: TestKey | undefined, pieces?: ReadonlyArray<{ product_id: number; pieces: number }>) =>
  operate(provider, keyOf(who), ['POST', `/orders/${code}/returns`, { body: pieces === undefined ? {} : { pieces } }])
const seenBy = async (code: string, who: TestKey | undefined): Promise<Order> =>
  (await mustOperate<{ data: Order }>(provider, keyOf(who), ['GET', `/orders/${code}`])).data
const listed = async (who: TestKey | undefined, query = ''): Promise<readonly string[]> =>
  (await mustOperate<{ items: Order[] }>(provider, keyOf(who), ['GET', `/orders${query}`])).items.map(
    ({ order_code: code }) => code,
  )
async function seenByDriver(code: string): Promise<Order> {
  const answer = await provider.request('GET', `/api/v1/orders/${code}`, { token: await driver.token() })
  return ((await answer.json()) as { data: Order }).data
}
const cancel = async (code: string): Promise<Response> =>
  provider.request('PUT', `/api/v1/orders/${code}/status?status=cancelled&reason=other`, {
    ...{ token: await driver.token(), key: newKey() },
  })
const left = async (product: number): Promise<number> => {
  const [row] = await provider.deps.db.query<{ stock: number }>('select stock from products where product_id = $1', [
    product,
  ])
  return must(row, 'product').stock
}
const linesOf = ({ lines }: Order) => lines.map(({ stage, quantity }) => [quantity, stage ?? null])

interface Shared {
  readonly code: string
  /** A product of each car park. */
  readonly products: readonly [number, number]
}

/** Orders two of the first product and three of the second. */
async function share(coupon?: string): Promise<Shared> {
  const [first, second] = parks.map(({ id }) => sell(provider, { park_id: id, stock: 10 }))
  const products = [await must(first, 'product'), await must(second, 'product')] as const
  const lines = products.map((id, index) => ({ product_id: id, quantity: index + 2 }))
  const total = coupon === undefined ? 5 * TOTAL : (5 * TOTAL * 9) / 10
  const order = await mustOrderCart(provider, driver, { lines, total, ...(coupon === undefined ? {} : { coupon }) })
  return { code: order.order_code, products }
}

test('each organisation sees its own lines alone, moves them on, and the order is done when all lines are', async () => {
  const { code } = await share()
  expect(await seenBy(code, one)).toMatchObject({ stage: 'pending', total: 2 * TOTAL, lines: [{ quantity: 2 }] })
  expect(await seenBy(code, other)).toMatchObject({ stage: 'pending', total: 3 * TOTAL, lines: [{ quantity: 3 }] })
  expect((await seenBy(code, one)).taxes).toMatchObject([{ code: 'hst', amount: 260 }])
  const done = await go(code, one, 'accepted', 'processing', 'completed')
  expect([done.stage, done.lines.length]).toEqual(['completed', 1])
  expect(await seenByDriver(code)).toMatchObject({ stage: 'pending', total: 5 * TOTAL })
  expect(linesOf(await seenByDriver(code))).toEqual([
    [2, 'completed'],
    [3, null],
  ])
  expect([await listed(one), await listed(one, '?stage=completed'), await listed(other)]).toEqual([[], [code], [code]])
  await expectRefusal(await stepTo(code, 'processing', other), 409, 'order_stage')
  await go(code, other, 'accepted', 'accepted', 'processing', 'completed')
  const order = await seenByDriver(code)
  expect([order.stage, linesOf(order)]).toEqual([
    'completed',
    [
      [2, null],
      [3, null],
    ],
  ])
  expect(order.history.map(({ stage }) => stage)).toEqual(['pending', 'accepted', 'processing', 'completed'])
})

test('one that refuses gives its own lines back, once, and the other goes on', async () => {
  const { code, products } = await share()
  const before = await balanceOf(provider, driver)
  const answers = await Promise.all(Array.from({ length: 5 }, () => stepTo(code, 'rejected', one)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await balanceOf(provider, driver)).toBe(before + 2 * TOTAL)
  expect([await left(products[0]), await left(products[1])]).toEqual([10, 7])
  expect(await seenBy(code, one)).toMatchObject({
    stage: 'rejected',
    refunded: 2 * TOTAL,
    cancel_reason: 'No rejected',
  })
  await expectRefusal(await stepTo(code, 'accepted', one), 409, 'order_stage')
  await expectRefusal(await take(code, one), 409, 'order_stage')
  const [line] = (await seenByDriver(code)).lines
  expect([line?.stage, line?.reason, line?.refunded]).toEqual(['rejected', 'No rejected', 2 * TOTAL])
  await go(code, other, 'accepted', 'processing', 'completed')
  expect(await seenByDriver(code)).toMatchObject({ stage: 'completed', refunded: 2 * TOTAL })
  expect((await take(code, other)).status).toBe(200)
  expect(await seenByDriver(code)).toMatchObject({ stage: 'returned', refunded: 5 * TOTAL })
  expect(await balanceOf(provider, driver)).toBe(before + 5 * TOTAL)
})

test('where both refuse, the order has ended, everything is back, and the coupon counts as not used', async () => {
  const coupon = await issue(provider)
  const { code, products } = await share(coupon)
  const uses = async () =>
    (await provider.deps.db.query<{ used: number }>('select used from coupons where code = $1', [coupon]))[0]?.used
  const before = await balanceOf(provider, driver)
  await go(code, one, 'accepted', 'cancelled')
  expect(await uses()).toBe(1)
  await go(code, other, 'rejected')
  const order = await seenByDriver(code)
  expect(order.stage).toBe('cancelled')
  expect([order.refunded, await balanceOf(provider, driver)]).toEqual([order.total, before + order.total])
  expect([await uses(), await left(products[0]), await left(products[1])]).toEqual([0, 10, 10])
  expect((await cancel(code)).status).toBe(200)
  expect(await balanceOf(provider, driver)).toBe(before + order.total)
})

test('its driver cancels all of it until work on any line begins, and gets back what is not back yet', async () => {
  const begun = await share()
  await go(begun.code, one, 'accepted', 'processing')
  await expectRefusal(await cancel(begun.code), 409, 'order_stage')
  driver = await createDriver(provider)
  const { code, products } = await share()
  const before = await balanceOf(provider, driver)
  await go(code, one, 'rejected')
  await go(code, other, 'accepted')
  expect((await cancel(code)).status).toBe(200)
  expect(await balanceOf(provider, driver)).toBe(before + 5 * TOTAL)
  expect([await left(products[0]), await left(products[1])]).toEqual([10, 10])
  expect([(await seenBy(code, one)).stage, (await seenBy(code, other)).stage]).toEqual(['rejected', 'cancelled'])
  await expectRefusal(await stepTo(code, 'processing', other), 409, 'order_stage')
})

test('whoever acts for all moves what is behind, and ends nothing that was handed over', async () => {
  const { code } = await share()
  await go(code, one, 'accepted', 'processing', 'completed')
  await expectRefusal(await stepTo(code, 'cancelled', all), 409, 'order_stage')
  await go(code, all, 'accepted', 'processing', 'completed')
  expect((await seenBy(code, other)).stage).toBe('completed')
})

test('pieces come back to the organisation that handed them over, before the others have, and to no other', async () => {
  const { code, products } = await share()
  const before = await balanceOf(provider, driver)
  await go(code, one, 'accepted', 'processing', 'completed')
  await expectRefusal(await take(code, other), 409, 'order_stage')
  await expectRefusal(await take(code, one, [{ product_id: products[1], pieces: 1 }]), 422, 'validation_failed')
  await expectRefusal(await take(code, one, [{ product_id: products[0], pieces: 3 }]), 422, 'validation_failed')
  expect((await take(code, one)).status).toBe(200)
  expect(await balanceOf(provider, driver)).toBe(before + 2 * TOTAL)
  expect((await seenBy(code, one)).stage).toBe('returned')
  await go(code, other, 'accepted', 'processing', 'completed')
  expect((await seenByDriver(code)).stage).toBe('completed')
  const foreign = await makeTestKey(provider, { parkCodes: [(await insertCodedPark(provider)).code] })
  for (const answer of [await stepTo(code, 'accepted', foreign), await take(code, foreign)])
    await expectRefusal(answer, 404, 'order_not_found')
})

test('where one took everything back and the other then refuses, the order is returned', async () => {
  const { code } = await share()
  const before = await balanceOf(provider, driver)
  await go(code, one, 'accepted', 'processing', 'completed')
  expect((await take(code, one)).status).toBe(200)
  await go(code, other, 'rejected')
  const order = await seenByDriver(code)
  expect([order.stage, order.refunded]).toEqual(['returned', order.total])
  expect(order.history.map(({ stage }) => stage).slice(-2)).toEqual(['completed', 'returned'])
  expect(await balanceOf(provider, driver)).toBe(before + order.total)
  expect(await listed(all)).not.toContain(code)
})
