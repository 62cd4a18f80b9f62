import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { mustOrderCart, sell, TOTAL } from './support/test-marketplace.ts'
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
let park: CodedPark
/** A key for `park` only. */
let own: TestKey
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  park = await insertCodedPark(provider)
  own = await makeTestKey(provider, { parkCodes: [park.code] })
  driver = await createDriver(provider)
})

async function order(at: CodedPark): Promise<string> {
  provider.clock.advance(1_000)
  const product = await sell(provider, { park_id: at.id })
  const lines = [{ product_id: product, quantity: 1 }]
  return (await mustOrderCart(provider, driver, { lines, total: TOTAL })).order_code
}
const move = (code: string, body: object) => mustOperate(provider, own, ['PUT', `/orders/${code}/stage`, { body }])
async function list(query: string): Promise<readonly string[]> {
  const { items, total } = await mustOperate<{ items: Order[]; total: number }>(provider, own, [
    'GET',
    `/orders${query}`,
  ])
  expect(total).toBeGreaterThanOrEqual(items.length)
  return items.map(({ order_code: code }) => code)
}

test('orders are listed by their stage: those to be worked on the oldest first, what has ended the latest first', async () => {
  const codes = [await order(park), await order(park), await order(park), await order(park)] as const
  const [first, second, third, last] = codes
  expect(await list('')).toEqual(codes)
  expect(await list('?stage=pending')).toEqual(codes)
  await move(first, { stage: 'accepted' })
  for (const code of [second, third])
    for (const stage of ['accepted', 'processing', 'completed']) {
      provider.clock.advance(1_000)
      await move(code, { stage })
    }
  expect(await list('')).toEqual([first, last])
  expect(await list('?stage=accepted')).toEqual([first])
  expect(await list('?stage=completed')).toEqual([third, second])
  expect(await list('?stage=completed&size=1&page=2')).toEqual([second])
  await mustOperate(provider, own, ['POST', `/orders/${second}/returns`, { body: {} }])
  expect([await list('?stage=returned'), await list('?stage=completed')]).toEqual([[second], [third]])
  await move(last, { stage: 'rejected', reason: 'Sold out' })
  expect([await list('?stage=rejected'), await list('?stage=cancelled')]).toEqual([[last], []])
})

test('a stage that is none is refused, and one’s orders are nobody else’s at any stage', async () => {
  for (const stage of ['', 'open', 'completed%27'])
    await expectRefusal(await operate(provider, own, ['GET', `/orders?stage=${stage}`]), 422, 'validation_failed')
  const elsewhere = await insertCodedPark(provider)
  const code = await order(elsewhere)
  const all = await makeTestKey(provider)
  await operate(provider, all, ['PUT', `/orders/${code}/stage`, { body: { stage: 'rejected', reason: 'No' } }])
  expect(await list('?stage=rejected')).toEqual([])
})
