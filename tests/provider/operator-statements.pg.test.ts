import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorStatement, PayoutWire, StatementLine } from '../../src/contract/operator-statements.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
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
let driver: TestDriver
/** The key of the party that pays out. */
let key: TestKey
/** The operator's key. */
let own: TestKey
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 8 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  park = await insertCodedPark(provider)
  driver = await createDriver(provider)
  key = await makeTestKey(provider)
  own = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['statements'] })
})

const PERIOD = 'from=2026-11-01&until=2026-12-31'
const read = async (query = PERIOD): Promise<OperatorStatement> =>
  (await mustOperate<{ data: OperatorStatement }>(provider, own, ['GET', `/parks/${park.code}/statement?${query}`]))
    .data
const lines = async (query = PERIOD): Promise<readonly StatementLine[]> =>
  (
    await mustOperate<{ items: StatementLine[] }>(provider, own, [
      'GET',
      `/parks/${park.code}/statement/lines?${query}&size=100`,
    ])
  ).items
const pay = (amount: number, reference: string, as = key) =>
  operate(provider, as, ['POST', `/parks/${park.code}/payouts`, { body: { amount, currency: 'CAD', reference } }])
const cancel = async (bookingId: string) =>
  provider.request('PUT', `/api/v1/bookings/${bookingId}/status?status=cancelled`, {
    token: await driver.token(),
    key: newKey(),
  })
const payable = async (): Promise<number> => {
  const [row] = await provider.deps.db.query<{ sum: number }>(
    'select coalesce(sum(amount_minor), 0)::bigint as sum from entries where account = $1',
    [`park:${String(park.id)}`],
  )
  return must(row, 'sum').sum
}

test('every figure is the sum of its lines, and all of them what the ledger owes the car park', async () => {
  for (const fromMinutes of [60, 180, 300]) await mustBook(provider, driver, { parkId: park.id, fromMinutes })
  const { booking_id: id } = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 500 })
  expect((await cancel(id)).status).toBe(200)
  expect((await pay(300, 'TRF-1')).status).toBe(201)
  const { currencies } = await read()
  expect(currencies).toHaveLength(1)
  const { opening, closing, figures, currency } = must(currencies[0], 'currency')
  expect([currency, opening, closing]).toEqual(['CAD', 0, await payable()])
  expect(figures.map(({ kind, count }) => `${kind} ${String(count)}`)).toEqual(['booking 4', 'payout 1', 'refund 1'])
  expect(opening + figures.reduce((sum, figure) => sum + figure.park, 0)).toBe(closing)
  const listed = await lines()
  for (const figure of figures) {
    const behind = await lines(`${PERIOD}&kind=${figure.kind}`)
    expect(behind).toEqual(listed.filter(({ kind }) => kind === figure.kind))
    for (const what of ['park', 'paid', 'fees', 'tax'] as const)
      expect(behind.reduce((sum, line) => sum + line[what], 0)).toBe(figure[what])
    if (figure.kind !== 'payout') expect(figure.paid).toBe(figure.park + figure.fees + figure.tax)
  }
  // The closing balance of one period is the opening balance of the next.
  provider.clock.advance(50 * DAY_MS)
  expect((await read('from=2027-01-01&until=2027-01-31')).currencies).toMatchObject([
    { opening: closing, closing, figures: [] },
  ])
})

test('a transfer is recorded once by its reference, never above what is owed, by whoever pays alone, and noted', async () => {
  await mustBook(provider, driver, { parkId: park.id })
  const owed = await payable()
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(owed - 10, 'TRF-7')))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await payable()).toBe(10)
  await expectRefusal(await pay(5, 'TRF-7'), 422, 'validation_failed')
  const two = await Promise.all([pay(8, 'TRF-8'), pay(8, 'TRF-9')])
  expect(two.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(await payable()).toBe(2)
  await expectRefusal(await pay(1, 'TRF-10', own), 403, 'forbidden')
  for (const amount of [0, -5, 1.5]) await expectRefusal(await pay(amount, 'TRF-11'), 422, 'validation_failed')
  expect(await listNoted(provider, key)).toEqual([`payout.record ${park.code}`, `payout.record ${park.code}`])
  const last = (await (await pay(owed - 10, 'TRF-7')).json()) as { data: PayoutWire }
  expect(last.data).toMatchObject({ amount: owed - 10, reference: 'TRF-7', payable: 2 })
})

test('the file has every line, in either language, and nothing in it that a spreadsheet runs', async () => {
  await mustBook(provider, driver, { parkId: park.id })
  expect((await pay(100, '=HYPERLINK("http://evil.test";"pay")')).status).toBe(201)
  expect((await pay(100, '@SUM(1+1)')).status).toBe(201)
  const file = async (language: string) =>
    provider.request('GET', `/api/v1/operator/parks/${park.code}/statement.csv?from=2026-11-01&until=2027-01-31`, {
      ...{ token: own.key, headers: { 'accept-language': language } },
    })
  const english = await file('en')
  expect(english.headers.get('content-type')).toContain('text/csv')
  expect(english.headers.get('content-disposition')).toContain(`statement-${park.code}-2026-11-01-2027-01-31.csv`)
  const rows = (await english.text()).split('\r\n')
  expect(rows[0]).toContain('Time,Kind,Booking')
  expect(rows).toHaveLength(1 + 3 + 1)
  for (const row of rows.slice(1, 4)) for (const cell of row.split(',')) expect(cell).not.toMatch(/^"?[=+@]/)
  expect(rows.slice(1, 4).join()).toContain('-1.00')
  expect(await (await file('fr')).text()).toContain('Versement')
})

test('a period that is none is refused, and a statement of somebody else is none', async () => {
  for (const query of [
    'from=2026-11-02&until=2026-11-01',
    'from=2024-01-01&until=2026-01-01',
    'from=x&until=y',
    'from=2026-02-31&until=2026-03-31',
    'from=2026-11-01',
  ])
    await expectRefusal(
      await operate(provider, own, ['GET', `/parks/${park.code}/statement?${query}`]),
      422,
      'validation_failed',
    )
  const foreign = await insertCodedPark(provider)
  for (const path of ['statement', 'statement/lines', 'statement.csv'])
    await expectRefusal(
      await operate(provider, own, ['GET', `/parks/${foreign.code}/${path}?${PERIOD}`]),
      404,
      'park_not_found',
    )
})
