import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { balanceOf, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
})

const get = async (path: string): Promise<Response> =>
  provider.request('GET', `/api/v1${path}`, { token: await driver.token() })

test.each([
  ['NGN', 2_000_000],
  ['XOF', 20_000],
  ['USD', 10_000],
  ['CAD', 10_000],
])(
  'a sandbox wallet in %s opens with its welcome credit, once, however many ask at once',
  async (currency, balance) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(`/wallet?currency=${currency}`)))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ data: { balance, currency, held: 0 } })
    const list = (await (await get(`/wallet/transactions?currency=${currency}`)).json()) as { items: unknown[] }
    expect(list.items).toEqual([
      expect.objectContaining({ kind: 'welcome_credit', amount: balance, balance_after: balance }),
    ])
  },
)

test('without a currency it is that of the account’s country', async () => {
  expect(await (await get('/wallet')).json()).toMatchObject({ data: { currency: 'CAD' } })
  expect((await get('/wallet?currency=EUR')).status).toBe(422)
})

test('outside the sandbox a wallet opens empty', async () => {
  const real = await startTestProvider({ config: { sandbox: false } })
  const one = await createDriver(real)
  expect(await balanceOf(real, one)).toBe(0)
  await real.close()
})

test('movements carry their booking, running balance and, a moment later, a receipt number without gaps', async () => {
  const park = await insertTestPark(provider.deps.db, { name: 'King Street' })
  const booking = await mustBook(provider, driver, { parkId: park.id })
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 200 })
  await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`, {
    token: await driver.token(),
    key: newKey(),
  })
  await Promise.all([1, 2, 3].map(() => assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })))
  const list = (await (await get('/wallet/transactions?size=3')).json()) as {
    total: number
    pages: number
    items: Array<Record<string, unknown>>
  }
  expect(list).toMatchObject({ total: 4, pages: 2 })
  expect(
    list.items.map(({ kind, amount, balance_after, receipt_number }) => [kind, amount, balance_after, receipt_number]),
  ).toEqual([
    ['refund', 450, 9_550, null],
    ['booking', -450, 9_100, 'CA-000002'],
    ['booking', -450, 9_550, 'CA-000001'],
  ])
  expect(list.items[0]).toMatchObject({ booking_code: booking.booking_code, park_name: 'King Street' })
})

test('fees of a country are those of its tariffs', async () => {
  await insertTestPark(provider.deps.db)
  const canada = await provider.request('GET', '/api/v1/front/fees?country_id=3')
  expect(await canada.json()).toEqual({
    data: [{ code: 'service', name: 'service', kind: 'flat', value: 50, currency: 'CAD', taxed: false }],
  })
  expect(await (await provider.request('GET', '/api/v1/front/fees?country_id=9')).json()).toEqual({ data: [] })
})
