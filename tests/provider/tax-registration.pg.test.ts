import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorParkWire } from '../../src/contract/operator-parks.ts'
import type { OperatorStatement, StatementLine } from '../../src/contract/operator-statements.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import type { StayReceipt } from '../../src/contract/payments.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { bookingBody, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { listNoted, makeTestKey, mustOperate, operate, type TestKey } from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let key: TestKey
let driver: TestDriver
let park: OperatorParkWire
beforeAll(async () => {
  provider = await startTestProvider()
  key = await makeTestKey(provider)
})
afterAll(() => closeBalanced(provider))

const RULES = {
  ...{ unit_minutes: 60, caps: [], packages: [], free_first_minutes: 0, minimum_stay_minutes: 0 },
  ...{ maximum_stay_minutes: null, reentry_minutes: 0, vehicle_percent: {} },
  windows: [
    {
      ...{ days: [0, 1, 2, 3, 4, 5, 6], from_minute: 0, to_minute: 1440 },
      price: { kind: 'unit', tiers: [{ from_unit: 0, unit_price: 1130 }] },
    },
  ],
}
type Answer = { readonly data: OperatorParkWire }

/** A car park in Toronto at C$11.30 an hour, including HST. */
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  const body = {
    ...{ country_code: 'CA', name: 'Pier 21', city: 'Toronto', state: 'Ontario', kind: 'lot', capacity: 40 },
    position: { lat: 43.6391, lng: -79.3812 },
  }
  park = (await mustOperate<Answer>(provider, key, ['POST', '/parks', { body }])).data
  await mustOperate(provider, key, ['POST', `/parks/${park.code}/tariffs`, { body: { currency: 'CAD', rules: RULES } }])
})

const read = async () => (await mustOperate<Answer>(provider, key, ['GET', `/parks/${park.code}`])).data
async function say(facts: object, who: Pick<TestKey, 'key'> = key): Promise<Response> {
  const { revision } = await read()
  return operate(provider, who, ['PATCH', `/parks/${park.code}`, { body: { revision, ...facts } }])
}
const NUMBER = '123456789 RT0001'
const registered = (number = NUMBER) => ({ tax_registration: { registered: true, numbers: { hst: number } } })
const NOT_REGISTERED = { tax_registration: { registered: false, numbers: {} } }

async function book(fromMinutes = 60): Promise<Booking> {
  const ask = async (changes: object) =>
    provider.request('POST', '/api/v1/bookings', {
      ...{ token: await driver.token(), key: newKey() },
      body: bookingBody(provider, { parkId: park.id, fromMinutes, minutes: 60, changes: { ...changes } }),
    })
  const { total, tariff_version } = await readJson<{ total: number; tariff_version: string }>(
    await ask({ quoted_total: 0 }),
  )
  const answer = await ask({ quoted_total: total, tariff_version })
  expect(answer.status).toBe(201)
  return (await readJson<{ data: Booking }>(answer)).data
}

async function receiptOf({ booking_code: code }: Booking): Promise<StayReceipt> {
  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  const token = await driver.token()
  const found = await provider.request('GET', `/api/v1/bookings/${code}`, { token })
  const { data } = await readJson<{ data: Booking }>(found)
  const answer = await provider.request('GET', `/api/v1/receipts/${must(data.receipt_number, 'number')}`, { token })
  return (await readJson<{ data: StayReceipt }>(answer)).data
}

test('a number is on the receipts of what is booked from then on, and stays on them; statements show that of now', async () => {
  const before = await book()
  expect((await say(registered())).status).toBe(200)
  const after = await book(180)
  expect(after.total).toBe(before.total)
  provider.clock.advance(MINUTE_MS)
  expect((await say(registered('987654321 RT0001'))).status).toBe(200)
  const [first, second] = [await receiptOf(before), await receiptOf(after)]
  expect(first.taxes).toEqual([{ code: 'hst', name: 'HST', included: true, amount: 130 }])
  expect(second.taxes).toEqual([{ code: 'hst', name: 'HST', included: true, amount: 130, registration: NUMBER }])
  const path = `/parks/${park.code}/statement?from=2026-11-01&until=2026-12-31`
  const { data } = await mustOperate<{ data: OperatorStatement }>(provider, key, ['GET', path])
  expect(data.taxes).toEqual([{ code: 'hst', name: 'HST', registration: '987654321 RT0001' }])
  const lines = await mustOperate<{ items: readonly StatementLine[] }>(provider, key, [
    'GET',
    path.replace('statement', 'statement/lines'),
  ])
  const share = { code: 'hst', name: 'HST', amount: 130 }
  expect(lines.items.map(({ taxes }) => taxes)).toEqual([
    [{ ...share, registration: null }],
    [{ ...share, registration: NUMBER }],
  ])
  const file = await operate(provider, key, ['GET', path.replace('statement', 'statement.csv')])
  const text = await file.text()
  expect(text).toContain(',HST 1.30\r\n')
  expect(text).toContain(`,HST 1.30 (${NUMBER})\r\n`)
})

test('who is not registered charges none: the price is the car park’s, and what was booked before keeps its tax', async () => {
  const before = await book()
  expect((await say(NOT_REGISTERED)).status).toBe(200)
  const after = await book(180)
  expect(after.total).toBe(before.total)
  expect((await receiptOf(before)).tax_total).toBe(130)
  expect(await receiptOf(after)).toMatchObject({ taxes: [], tax_total: 0, parking: after.total })
  expect((await read()).registered_taxes).toEqual([{ code: 'hst', name: 'HST' }])
  expect((await say({ tax_registration: null })).status).toBe(200)
  expect((await receiptOf(await book(300))).tax_total).toBe(130)
})

test('it outlives another address, by whose taxes it goes then', async () => {
  expect((await say(registered())).status).toBe(200)
  expect((await say({ address: '12 Wharf Street' })).status).toBe(200)
  expect((await receiptOf(await book())).taxes).toMatchObject([{ code: 'hst', registration: NUMBER }])
  expect((await say({ state: 'Quebec', city: 'Montréal' })).status).toBe(200)
  expect((await read()).registered_taxes.map(({ code }) => code)).toEqual(['gst', 'qst'])
  const numbers = { gst: NUMBER, qst: '1234567890 TQ0001' }
  expect((await say({ tax_registration: { registered: true, numbers } })).status).toBe(200)
  expect((await receiptOf(await book(180))).taxes).toMatchObject([
    { code: 'gst', registration: numbers.gst },
    { code: 'qst', registration: numbers.qst },
  ])
})

test('owners say it and managers do not; what is no number is refused', async () => {
  const company = await makeOrganisation(provider, [park.id])
  const name = park.code.toLowerCase()
  const owner = await makeMember(provider, company, { email: `to-${name}@example.test` })
  const manager = await makeMember(provider, company, { email: `tm-${name}@example.test`, role: 'manager' })
  await expectRefusal(await say(registered(), manager), 403, 'forbidden')
  for (const wrong of [
    registered('=HYPERLINK("x")'),
    registered(''),
    registered('HST'),
    registered('1'.repeat(41)),
    { tax_registration: { registered: true, numbers: { sales_tax: '1' } } },
    { tax_registration: { registered: false, numbers: { hst: NUMBER } } },
    { tax_registration: { registered: 'yes', numbers: {} } },
  ])
    await expectRefusal(await say(wrong, owner), 422, 'validation_failed')
  expect((await say(registered(), owner)).status).toBe(200)
  expect((await say({ name: 'Pier 22' }, manager)).status).toBe(200)
  expect(await listNoted(provider, owner)).toEqual([`park.facts ${park.code}`])
  expect((await read()).tax_registration).toEqual(registered().tax_registration)
})
