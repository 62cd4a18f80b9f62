import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { balanceOf, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

const MINUTE = 60_000
let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db)
})

const after = (text: string, minutes: number): string => new Date(Date.parse(text) + minutes * MINUTE).toISOString()

async function put(path: string, body?: unknown): Promise<Response> {
  const options = { token: await driver.token(), key: newKey() }
  return provider.request('PUT', `/api/v1/bookings/${path}`, body === undefined ? options : { ...options, body })
}

async function extend(booking: Booking, changes: Record<string, unknown> = {}): Promise<Response> {
  const body = {
    booking_id: booking.booking_id,
    new_end_time: after(booking.end_time, 60),
    base_end_time: booking.end_time,
    max_price: 400,
    ...changes,
  }
  return provider.request('POST', '/api/v1/bookings/extend', { token: await driver.token(), key: newKey(), body })
}

const dataOf = async (answer: Response): Promise<Booking> => {
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { data: Booking }).data
}
const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code: unknown }).code

test('an extension costs the difference, moves the end and signs the pass again', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const extended = await dataOf(await extend(booking))
  expect(extended).toMatchObject({
    total: 850,
    version: 2,
    end_time: after(booking.end_time, 60).replace('.000Z', 'Z'),
  })
  expect(extended.pass?.sequence).toBe(2)
  expect(extended.lines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount), 0)).toBe(850)
  expect(await balanceOf(provider, driver)).toBe(10_000 - 850)
})

test('fault 04: an extension whose base is stale is refused; one whose goal already holds succeeds without effect', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  await dataOf(await extend(booking))
  expect(await codeOf(await extend(booking, { new_end_time: after(booking.end_time, 90) }))).toBe('stale_base')
  const same = await dataOf(await extend(booking))
  expect(same).toMatchObject({ total: 850, version: 2 })
})

test('fault 17: after the grace an extension is refused', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  provider.clock.set(Date.parse(booking.end_time) + 9 * MINUTE)
  const inGrace = await dataOf(await extend(booking))
  provider.clock.set(Date.parse(inGrace.end_time) + 10 * MINUTE)
  expect(await codeOf(await extend(inGrace))).toBe('grace_over')
})

test('fault 18: an extension above the accepted price is refused with what it costs; a dearer tariff is for later bookings', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const answer = await extend(booking, { max_price: 399 })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'max_price_exceeded', total: 400, currency: 'CAD' })
  const dearer = { kind: 'unit', tiers: [{ fromUnit: 0, unitPriceMinor: 250 }] } as const
  await setTariff(provider.deps.db, park.id, {
    tariff: {
      ...TEST_TARIFF,
      version: 'v2',
      windows: TEST_TARIFF.windows.map((window) => ({ ...window, price: dearer })),
    },
  })
  const extended = await dataOf(await extend(booking))
  expect(extended.total).toBe(450 + 400)
  expect(extended.lines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount), 0)).toBe(850)
})

test('an extension into a full hour is refused, the part already booked is its own', async () => {
  const single = await insertTestPark(provider.deps.db, { capacity: 1 })
  const booking = await mustBook(provider, driver, { parkId: single.id, fromMinutes: 60 })
  await mustBook(provider, driver, { parkId: single.id, fromMinutes: 150 })
  expect(await codeOf(await extend(booking))).toBe('park_full')
  expect((await dataOf(await extend(booking, { new_end_time: after(booking.end_time, 30) }))).total).toBe(650)
})

test('a cancel before the start gives everything back and mirrors every entry', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  provider.clock.advance(30 * MINUTE)
  const cancelled = await dataOf(await put(`${booking.booking_id}/status?status=cancelled&min_refund=450`))
  expect(cancelled).toMatchObject({ status: 'cancelled', refund: 450, cancel_reason: 'driver', pass: null })
  expect(await balanceOf(provider, driver)).toBe(10_000)
  const sums = await provider.deps.db.query<{ total: number }>(
    `select sum(e.amount_minor)::bigint as total from entries e join postings p using (posting_id) where p.booking_id = $1 group by e.account`,
    [booking.booking_id],
  )
  expect(sums.map(({ total }) => total)).toEqual([0, 0, 0, 0])
  expect(await codeOf(await put(`${booking.booking_id}/status?status=cancelled`))).toBe('booking_not_active')
})

test('a cancel during the stay gives half of what the unused time cost, and the ledger splits it to the minor unit', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id, minutes: 120 })
  provider.clock.set(Date.parse(booking.start_time) + 31 * MINUTE)
  const cancelled = await dataOf(await put(`${booking.booking_id}/status?status=cancelled`))
  // C$8.50 less C$4.50 (two of four half hours and the service fee); half of the rest is refunded.
  expect(cancelled.refund).toBe(200)
  expect(await sumLedger(provider.deps.db)).toBe(0)
})

test('fault 18: a refund below the accepted minimum is refused and changes nothing', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  provider.clock.set(Date.parse(booking.start_time) + MINUTE)
  const answer = await put(`${booking.booking_id}/status?status=cancelled&min_refund=450`)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'refund_below_minimum', refund: 100, currency: 'CAD' })
  const still = await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, {
    token: await driver.token(),
  })
  expect((await dataOf(still)).status).toBe('active')
})

test('a booking that is over is not cancelled', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  provider.clock.set(Date.parse(booking.end_time))
  expect(await codeOf(await put(`${booking.booking_id}/status?status=cancelled`))).toBe('booking_ended')
})

test('a renewal is a priced booking: space and money are checked again', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const renew = (total: number): string =>
    `${booking.booking_id}/status?status=active&quoted_total=${String(total)}&tariff_version=v1`
  expect(await codeOf(await put(renew(450)))).toBe('booking_not_cancelled')
  await dataOf(await put(`${booking.booking_id}/status?status=cancelled`))
  expect(await codeOf(await put(`${booking.booking_id}/status?status=active`))).toBe('validation_failed')
  expect(await codeOf(await put(renew(1)))).toBe('price_changed')
  const renewed = await dataOf(await put(renew(450)))
  expect(renewed).toMatchObject({ status: 'active', total: 450, refund: null, cancelled_at: null })
  expect(renewed.pass?.sequence).toBe(2)
  expect(await balanceOf(provider, driver)).toBe(10_000 - 450)
})

test('a renewal into a full park is refused', async () => {
  const single = await insertTestPark(provider.deps.db, { capacity: 1 })
  const booking = await mustBook(provider, driver, { parkId: single.id })
  await dataOf(await put(`${booking.booking_id}/status?status=cancelled`))
  await mustBook(provider, driver, { parkId: single.id })
  expect(await codeOf(await put(`${booking.booking_id}/status?status=active&quoted_total=450&tariff_version=v1`))).toBe(
    'park_full',
  )
})

test('a cancel after an extension and a renewal never gives back more than was paid', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const extended = await dataOf(await extend(booking))
  await dataOf(await put(`${extended.booking_id}/status?status=cancelled`))
  await dataOf(await put(`${extended.booking_id}/status?status=active&quoted_total=850&tariff_version=v1`))
  const again = await dataOf(await put(`${extended.booking_id}/status?status=cancelled`))
  expect(again.refund).toBe(850)
  expect(await balanceOf(provider, driver)).toBe(10_000)
})

test('a renewal after a cancel without refund leaves books that add up', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  provider.clock.set(Date.parse(booking.end_time) - 20 * MINUTE)
  expect((await dataOf(await put(`${booking.booking_id}/status?status=cancelled`))).refund).toBe(0)
  await dataOf(await put(`${booking.booking_id}/status?status=active&quoted_total=250&tariff_version=v1`))
  expect(await balanceOf(provider, driver)).toBe(10_000 - 450 - 250)
  expect(await reconcile(provider.deps.db)).toEqual([])
})

test('a plate is changed with a new pass until 10 minutes after check-in', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const changed = await dataOf(await put(`${booking.booking_id}/vehicle`, { plate: 'xyz 999' }))
  expect(changed).toMatchObject({ plate: 'XYZ999', version: 2 })
  expect(changed.pass?.sequence).toBe(2)
  expect((await dataOf(await put(`${booking.booking_id}/vehicle`, { plate: 'XYZ-999' }))).version).toBe(2)
  expect(await codeOf(await put(`${booking.booking_id}/vehicle`, { plate: '???' }))).toBe('plate_invalid')
  await provider.deps.db.query('update bookings set checked_in_at = $2 where booking_id = $1', [
    booking.booking_id,
    new Date(TEST_NOW),
  ])
  provider.clock.advance(11 * MINUTE)
  expect(await codeOf(await put(`${booking.booking_id}/vehicle`, { plate: 'ABC123' }))).toBe('plate_locked')
})

test('change 256 of a pass is refused', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  await provider.deps.db.query('update bookings set pass_sequence = 255 where booking_id = $1', [booking.booking_id])
  expect(await codeOf(await put(`${booking.booking_id}/vehicle`, { plate: 'NEW1' }))).toBe('sequence_exhausted')
  expect(await codeOf(await extend(booking))).toBe('sequence_exhausted')
})

test('fault 19: an extension that the wallet cannot pay is refused, the balance never negative', async () => {
  const big = await insertTestPark(provider.deps.db, { capacity: 50 })
  for (let count = 0; count < 9; count += 1) await mustBook(provider, driver, { parkId: big.id, minutes: 600 })
  const booking = await mustBook(provider, driver, { parkId: big.id, minutes: 60 })
  const answer = await extend(booking)
  expect(await answer.json()).toMatchObject({ code: 'wallet_too_low', missing: 300, balance: 100 })
})

test.each(['not-a-uuid', '0190d0f0-0000-7000-8000-000000000000'])(
  'a change of the unknown booking %s is 404',
  async (id) => {
    expect((await put(`${id}/status?status=cancelled`)).status).toBe(404)
    expect((await put(`${id}/vehicle`, { plate: 'ABC' })).status).toBe(404)
  },
)

test.each([
  ['status?status=paused', undefined],
  ['status?status=cancelled&min_refund=-1', undefined],
  ['vehicle', {}],
])('bad input to %s is 422', async (path, body) => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  expect((await put(`${booking.booking_id}/${path}`, body)).status).toBe(422)
})

test('everything adds up afterwards', async () => {
  expect(await reconcile(provider.deps.db)).toEqual([])
})
