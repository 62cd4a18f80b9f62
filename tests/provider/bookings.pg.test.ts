import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { importPassKeys, verifyPass } from '../../src/domain/pass.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import {
  balanceOf,
  bookingBody,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  type TestDriver,
  testPrice,
} from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db)
})

const getProblem = async (answer: Response): Promise<Record<string, unknown>> => {
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  return (await answer.json()) as Record<string, unknown>
}

test('a booking is paid from the wallet and carries a pass that verifies with the published keys', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id, minutes: 90 })
  expect(booking).toMatchObject({ status: 'active', plate: 'ABC123', total: 650, currency: 'CAD', version: 1 })
  expect(await balanceOf(provider, driver)).toBe(10_000 - 650)
  const { keys } = (await (await provider.request('GET', '/api/v1/pass/keys')).json()) as {
    keys: Parameters<typeof importPassKeys>[0]
  }
  const check = await verifyPass(booking.pass?.text ?? '', await importPassKeys(keys))
  expect(check).toMatchObject({ kind: 'valid', payload: { parkId: park.id, sequence: 1, plate: 'ABC123' } })
})

test('the ledger splits a charge between park, fees and tax, and sums to zero', async () => {
  await mustBook(provider, driver, { parkId: park.id, minutes: 60 })
  const entries = await provider.deps.db.query<{ account: string; amount_minor: number }>(
    `select e.account, e.amount_minor from entries e join postings p using (posting_id) join bookings b using (booking_id)
      where b.user_id = $1 order by e.entry_id`,
    [driver.userId],
  )
  // C$4.00 includes 13 % HST of C$0.46; the C$0.50 fee is not taxed.
  expect(entries).toEqual([
    { account: 'wallet', amount_minor: -450 },
    { account: `park:${String(park.id)}`, amount_minor: 354 },
    { account: 'fees', amount_minor: 50 },
    { account: 'tax', amount_minor: 46 },
  ])
  expect(await sumLedger(provider.deps.db)).toBe(0)
})

test('only its owner sees a booking; for anyone else it does not exist', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const own = await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, { token: await driver.token() })
  expect(((await own.json()) as { data: Booking }).data.booking_id).toBe(booking.booking_id)
  const stranger = await createDriver(provider)
  const token = await stranger.token()
  const seen = await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, { token })
  expect(seen.status).toBe(404)
  const unknown = await provider.request('GET', '/api/v1/bookings/0000-0000', { token })
  expect(await unknown.json()).toEqual(await getProblem(seen))
  const cancelled = await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`, {
    token,
    key: newKey(),
  })
  expect(cancelled.status).toBe(404)
})

test('the list has the driver’s bookings alone, by page and status', async () => {
  for (const fromMinutes of [60, 180, 300]) await mustBook(provider, driver, { parkId: park.id, fromMinutes })
  const token = await driver.token()
  const first = (await (
    await provider.request('GET', '/api/v1/bookings/list?page=1&size=2', { token })
  ).json()) as Record<string, unknown>
  expect(first).toMatchObject({ total: 3, page: 1, size: 2, pages: 2 })
  expect(first['items']).toHaveLength(2)
  const cancelled = await provider.request('GET', '/api/v1/bookings/list?status_filter=cancelled', { token })
  expect(await cancelled.json()).toMatchObject({ total: 0, items: [], pages: 1 })
  expect((await provider.request('GET', '/api/v1/bookings/list?size=101', { token })).status).toBe(422)
})

test('without a token nothing is answered', async () => {
  for (const path of [
    '/api/v1/bookings/list',
    '/api/v1/wallet',
    '/api/v1/wallet/transactions',
    '/api/v1/bookings/0000-0000',
  ]) {
    expect((await provider.request('GET', path)).status).toBe(401)
  }
})

test.each([
  ['a start in the past', { fromMinutes: -60 }, 'start_in_past'],
  ['an end before the start', { minutes: -60 }, 'end_not_after_start'],
  ['a duration that is no multiple of 5 minutes', { minutes: 61 }, 'times_invalid'],
  ['a start that is no whole minute', { fromMinutes: 60.5 }, 'times_invalid'],
  ['a start more than a year ahead', { fromMinutes: 400 * 1440 }, 'times_invalid'],
  ['a plate that is none', { changes: { plate: '---' } }, 'plate_invalid'],
])('%s is 422', async (_, stay, code) => {
  const answer = await postBooking(provider, driver, { parkId: park.id, ...stay })
  expect(answer.status).toBe(422)
  expect(await getProblem(answer)).toMatchObject({ code })
})

test('an unknown park is 404, another’s vehicle too', async () => {
  expect(await getProblem(await postBooking(provider, driver, { parkId: 999_999 }))).toMatchObject({
    code: 'park_not_found',
    status: 404,
  })
  const changes = { vehicle_id: '0190d0f0-0000-7000-8000-000000000000' }
  expect(await getProblem(await postBooking(provider, driver, { parkId: park.id, changes }))).toMatchObject({
    code: 'vehicle_not_found',
  })
})

test('a malformed body is 422 and never echoed', async () => {
  const token = await driver.token()
  const changes = { start_time: 'secret-start', park_id: 'secret-park', plate: undefined }
  const body = bookingBody(provider, { parkId: park.id, changes })
  const answer = await provider.request('POST', '/api/v1/bookings', {
    token,
    key: newKey(),
    body,
    headers: { 'accept-language': 'fr' },
  })
  expect(answer.status).toBe(422)
  const text = await answer.text()
  expect(text).not.toContain('secret')
  const problem = JSON.parse(text) as { code: string; errors: Array<{ field: string; detail: string }> }
  expect(problem.code).toBe('validation_failed')
  expect(problem.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['park_id', 'start_time']))
  expect(problem.errors[0]?.detail).toBe('Cette valeur n’est pas valable.')
  const notJson = await provider.app.request('/api/v1/bookings', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: '{"secret',
  })
  expect(notJson.status).toBe(422)
  expect(await notJson.text()).not.toContain('secret')
})

test('a price that is not the provider’s is 409 with the new lines', async () => {
  const answer = await postBooking(provider, driver, { parkId: park.id, changes: { quoted_total: 1 } })
  expect(answer.status).toBe(409)
  expect(await getProblem(answer)).toMatchObject({
    code: 'price_changed',
    total: 450,
    currency: 'CAD',
    tariff_version: 'v1',
  })
  expect(await balanceOf(provider, driver)).toBe(10_000)
})

test('a price of a superseded tariff holds for a day after the change, and no longer', async () => {
  const dearer = {
    ...TEST_TARIFF,
    version: 'v2',
    windows: TEST_TARIFF.windows.map((window) => ({ ...window, price: { kind: 'flat', amountMinor: 900 } as const })),
  }
  const now = provider.clock.now()
  await setTariff(provider.deps.db, park.id, { tariff: dearer, supersededAt: new Date(now - 23 * 3_600_000) })
  const held = await mustBook(provider, driver, { parkId: park.id })
  expect(held).toMatchObject({ total: 450, tariff_version: 'v1' })
  await provider.deps.db.query('update park_tariffs set superseded_at = $2 where park_id = $1 and version = $3', [
    park.id,
    new Date(now - 25 * 3_600_000),
    'v1',
  ])
  const late = await postBooking(provider, driver, { parkId: park.id, fromMinutes: 300 })
  expect(await getProblem(late)).toMatchObject({ code: 'price_changed', total: 950, tariff_version: 'v2' })
})

test('a full park names the nearest free times and parks', async () => {
  const single = await insertTestPark(provider.deps.db, { capacity: 1, name: 'Full House' })
  const near = await insertTestPark(provider.deps.db, { capacity: 1, name: 'Next Door' })
  await provider.deps.db.query("update parks set demo_fields = '{name}' where id = $1", [near.id])
  await mustBook(provider, driver, { parkId: single.id, fromMinutes: 120, minutes: 60 })
  const answer = await postBooking(provider, driver, { parkId: single.id, fromMinutes: 120, minutes: 60 })
  expect(answer.status).toBe(409)
  const problem = await getProblem(answer)
  expect(problem['code']).toBe('park_full')
  const { times, parks } = problem['alternatives'] as {
    times: Array<{ start_time: string }>
    parks: Array<{ id: number; distance_m: number; demo_fields: string[] }>
  }
  const inMinutes = times.map(({ start_time }) => (Date.parse(start_time) - provider.clock.now()) / 60_000)
  expect(inMinutes.toSorted((a, b) => a - b)).toEqual([60, 180])
  expect(parks[0]?.distance_m).toBeLessThan(200)
  expect(parks.find(({ id }) => id === near.id)?.demo_fields).toEqual(['name'])
  expect(problem['detail']).toContain('Next Door (demo name)')
})

test('back-to-back bookings share one space, overlapping ones do not', async () => {
  const single = await insertTestPark(provider.deps.db, { capacity: 1 })
  await mustBook(provider, driver, { parkId: single.id, fromMinutes: 60, minutes: 60 })
  await mustBook(provider, driver, { parkId: single.id, fromMinutes: 120, minutes: 60 })
  expect((await postBooking(provider, driver, { parkId: single.id, fromMinutes: 115, minutes: 10 })).status).toBe(409)
})

test('two bookings one after the other leave room for a long one beside them', async () => {
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 60, minutes: 60 })
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 180, minutes: 60 })
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 60, minutes: 180 })
  expect((await postBooking(provider, driver, { parkId: park.id, fromMinutes: 60, minutes: 180 })).status).toBe(409)
})

test('a short wallet is told how much is missing, in the driver’s language', async () => {
  const big = await insertTestPark(provider.deps.db, { capacity: 50 })
  for (let day = 0; day < 9; day += 1)
    await mustBook(provider, driver, { parkId: big.id, fromMinutes: 60, minutes: 600 })
  expect(await balanceOf(provider, driver)).toBe(550)
  const body = bookingBody(provider, { parkId: big.id, minutes: 600 })
  const answer = await provider.request('POST', '/api/v1/bookings', {
    token: await driver.token(),
    key: newKey(),
    body,
    headers: { 'accept-language': 'fr' },
  })
  expect(answer.status).toBe(409)
  const problem = await getProblem(answer)
  expect(problem).toMatchObject({ code: 'wallet_too_low', missing: 500, balance: 550, currency: 'CAD' })
  expect(problem['detail']).toMatch(/Il vous manque 5,00/)
  expect(testPrice(600)).toBe(1050)
})

test('a park of unknown capacity takes no bookings', async () => {
  const unknown = await insertTestPark(provider.deps.db, { capacity: null })
  expect(await getProblem(await postBooking(provider, driver, { parkId: unknown.id }))).toMatchObject({
    code: 'park_closed',
  })
})

test('everything adds up afterwards', async () => {
  expect(await reconcile(provider.deps.db)).toEqual([])
})
