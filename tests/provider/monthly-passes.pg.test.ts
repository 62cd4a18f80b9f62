import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { BookingCheckout } from '../../src/contract/payments.ts'
import { HOUR_MS, mustInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { hoursToWire } from '../../src/contract/tariff-mapping.ts'
import { runProducts } from '../../provider/cli/marketplace.ts'
import { must } from '../../src/lib/assert.ts'
import { changeProduct } from '../../provider/repositories/products.ts'
import { assignReceipts, reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { priceOverstay } from '../../src/queries/price-overstay.ts'
import { byGateway } from './support/test-checkout.ts'
import { balanceOf, createDriver, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { order } from './support/test-marketplace.ts'
import { mustBuyPass, postPass, sellPass, WORKING_DAYS } from './support/test-monthly.ts'
import { mustPlan, planOf } from './support/test-events.ts'
import { onPage } from './support/test-payments.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** A Monday, 09:00 in Toronto. */
const NOW = mustInstant('2026-11-23T14:00:00Z')
const FIRST = '2026-11-24'
const TOTAL = 1_130

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(async () => {
  expect(await sumLedger(provider.deps.db)).toBe(0)
  expect(await reconcile(provider.deps.db)).toEqual([])
  await provider.close()
})
beforeEach(async () => {
  provider.clock.set(NOW)
  driver = await createDriver(provider)
})

const park = async (capacity = 5): Promise<number> => (await insertTestPark(provider.deps.db, { capacity })).id

/** Books ordinary parking for two hours from `from`. */
const bookAt = async (parkId: number, from: string, who = driver): Promise<number> => {
  const start = mustInstant(from)
  const times = { start_time: from, end_time: toRfc3339((start + 2 * HOUR_MS) as typeof start) }
  const changes = { ...times, quoted_total: 850, plate: `B${newKey().slice(-6)}` }
  return (await postBooking(provider, who, { parkId, changes })).status
}

const codeOf = async (answer: Response): Promise<string> => {
  const body = (await answer.json()) as { code?: string }
  return body.code ?? String(answer.status)
}

/** Changes a booking; `what` is a method and a path below the bookings. */
const change = async (booking: Booking, what: `${'PUT' | 'POST'} ${string}`, body?: unknown): Promise<Response> => {
  const [method, path] = what.split(' ') as ['PUT' | 'POST', string]
  return provider.request(method, `/api/v1/bookings/${path.replace(':id', booking.booking_id)}`, {
    ...{ token: await driver.token(), key: newKey() },
    ...(body === undefined ? {} : { body }),
  })
}

async function readBooking(code: string): Promise<Booking> {
  const answer = await provider.request('GET', `/api/v1/bookings/${code}`, { token: await driver.token() })
  return ((await answer.json()) as { data: Booking }).data
}

test('a pass is paid from the wallet once, with its lines, dates and a pass that is signed for all of it', async () => {
  const product = await sellPass(provider, await park(), { hours: WORKING_DAYS })
  const key = newKey()
  const before = await balanceOf(provider, driver)
  const booking = await mustBuyPass(provider, driver, { product, firstDay: FIRST, key })
  expect(booking).toMatchObject({
    ...{ total: TOTAL, status: 'active', start_time: '2026-11-24T05:00:00Z', end_time: '2026-12-24T05:00:00Z' },
    lines: [
      { kind: 'package', package: 'monthly', amount: 1_000 },
      { kind: 'tax', amount: 130 },
    ],
    monthly: { product_id: product.id, kind: 'monthly_pass', first_day: FIRST, last_day: '2026-12-23' },
    refund_policy: [{ until: '2026-11-24T05:00:00Z', refund: TOTAL, percent: 100 }],
  })
  expect(booking.pass).not.toBeNull()
  const again = await postPass(provider, driver, { product, firstDay: FIRST, key })
  expect([again.status, ((await again.json()) as { data: Booking }).data.booking_id]).toEqual([201, booking.booking_id])
  expect(before - (await balanceOf(provider, driver))).toBe(TOTAL)
})

test('it takes a space within its hours alone, on every working day of its month', async () => {
  const parkId = await park(1)
  await mustBuyPass(provider, driver, {
    product: await sellPass(provider, parkId, { hours: WORKING_DAYS }),
    firstDay: FIRST,
  })
  const other = await createDriver(provider)
  const statuses = [
    ...['2026-11-24T15:00:00Z', '2026-12-23T15:00:00Z', '2026-12-11T09:30:00Z'],
    ...['2026-11-25T01:00:00Z', '2026-11-28T15:00:00Z', '2026-12-24T15:00:00Z'],
  ].map((from) => bookAt(parkId, from, other))
  expect(await Promise.all(statuses)).toEqual([409, 409, 409, 201, 201, 201])
  const free = await provider.request(
    'GET',
    `/api/v1/front/parks/${String(parkId)}/quote?start_time=2026-12-01T15:00:00Z&end_time=2026-12-01T16:00:00Z`,
  )
  expect(((await free.json()) as { data: { available: number } }).data.available).toBe(0)
})

test('it is not sold where a day of its span is full: of bookings, of passes, of what is kept for an event', async () => {
  const parkId = await park(1)
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS })
  expect(await bookAt(parkId, '2026-12-10T15:00:00Z')).toBe(201)
  expect(await codeOf(await postPass(provider, driver, { product, firstDay: FIRST }))).toBe('park_full')
  // From the day after the booking there is room for one pass, and then none for a second.
  await mustBuyPass(provider, driver, { product, firstDay: '2026-12-11' })
  expect(await codeOf(await postPass(provider, driver, { product, firstDay: '2027-01-08' }))).toBe('park_full')
  expect((await postPass(provider, driver, { product, firstDay: '2027-01-11' })).status).toBe(201)

  const venue = await park(2)
  await mustPlan(provider, planOf(provider, venue, { held: 2 }))
  const nearby = await sellPass(provider, venue)
  expect(await codeOf(await postPass(provider, driver, { product: nearby, firstDay: '2026-11-23' }))).toBe('park_full')
})

test('a booking outside the hours does not stop a sale', async () => {
  const parkId = await park(1)
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS })
  expect(await bookAt(parkId, '2026-11-25T01:00:00Z')).toBe(201)
  expect(await bookAt(parkId, '2026-11-28T15:00:00Z')).toBe(201)
  expect((await postPass(provider, driver, { product, firstDay: FIRST })).status).toBe(201)
})

test('of many who want the last space at once one gets it, and after a cancel the next', async () => {
  const parkId = await park(1)
  const product = await sellPass(provider, parkId)
  const drivers = await Promise.all(Array.from({ length: 8 }, () => createDriver(provider)))
  const answers = await Promise.all(drivers.map((one) => postPass(provider, one, { product, firstDay: FIRST })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const winner = answers.findIndex(({ status }) => status === 201)
  const booking = ((await must(answers[winner], 'an answer').json()) as { data: Booking }).data
  driver = drivers[winner] ?? driver
  expect((await change(booking, 'PUT :id/status?status=cancelled')).status).toBe(200)
  expect((await postPass(provider, drivers[(winner + 1) % 8] ?? driver, { product, firstDay: FIRST })).status).toBe(201)
})

test('no more drivers have one of a product at the same time than may; who comes after one ended may', async () => {
  const product = await sellPass(provider, await park(50), { atOnce: 2 })
  for (const firstDay of [FIRST, '2026-12-01']) await mustBuyPass(provider, driver, { product, firstDay })
  expect(await codeOf(await postPass(provider, driver, { product, firstDay: '2026-12-10' }))).toBe('product_sold_out')
  // The first pass ends on the 24th, so one is free from then on.
  expect((await postPass(provider, driver, { product, firstDay: '2026-12-24' })).status).toBe(201)
  expect(await codeOf(await postPass(provider, driver, { product, firstDay: '2026-12-25' }))).toBe('product_sold_out')
})

test('a cancel gives everything back until the first day, and nothing from then on', async () => {
  const product = await sellPass(provider, await park())
  const before = await balanceOf(provider, driver)
  const first = await mustBuyPass(provider, driver, { product, firstDay: FIRST })
  const second = await mustBuyPass(provider, driver, { product, firstDay: FIRST })
  provider.clock.set(mustInstant('2026-11-24T04:59:59Z'))
  expect(
    await (await change(first, `PUT :id/status?status=cancelled&min_refund=${String(TOTAL)}`)).json(),
  ).toMatchObject({
    data: { status: 'cancelled', refund: TOTAL },
  })
  expect(before - (await balanceOf(provider, driver))).toBe(TOTAL)
  provider.clock.set(mustInstant('2026-11-24T05:00:00Z'))
  expect(await codeOf(await change(second, 'PUT :id/status?status=cancelled&min_refund=1'))).toBe(
    'refund_below_minimum',
  )
  expect(await (await change(second, 'PUT :id/status?status=cancelled')).json()).toMatchObject({
    data: { refund: 0 },
  })
})

test('it is not extended, shortened, moved or renewed; its plate changes until it came in', async () => {
  const parkId = await park()
  const booking = await mustBuyPass(provider, driver, { product: await sellPass(provider, parkId), firstDay: FIRST })
  const base = { base_end_time: booking.end_time }
  const end = { ...base, new_end_time: '2026-12-30T05:00:00Z' }
  const asked = await Promise.all([
    change(booking, 'POST extend', { ...end, booking_id: booking.booking_id, max_price: 99_999 }),
    change(booking, 'POST :id/shorten', { ...base, new_end_time: '2026-12-01T05:00:00Z', min_refund: 0 }),
    change(booking, 'POST :id/move', {
      ...{ park_id: parkId, start_time: '2026-12-30T05:00:00Z', end_time: '2026-12-30T07:00:00Z', min_refund: 0 },
      ...{
        base_start_time: booking.start_time,
        base_end_time: booking.end_time,
        quoted_total: 850,
        tariff_version: 'v1',
      },
    }),
  ])
  expect(await Promise.all(asked.map(codeOf))).toEqual(Array.from({ length: 3 }, () => 'monthly_pass_fixed'))
  const changed = await change(booking, 'PUT :id/vehicle', { plate: 'NEW 777' })
  expect(await changed.json()).toMatchObject({ data: { plate: 'NEW777', pass: { sequence: 2 }, total: TOTAL } })
  expect((await change(booking, 'PUT :id/status?status=cancelled')).status).toBe(200)
  const renewed = await change(booking, `PUT :id/status?status=active&quoted_total=${String(TOTAL)}&tariff_version=v1`)
  expect(await codeOf(renewed)).toBe('monthly_pass_fixed')
})

test('what cannot be bought is refused, and costs nothing', async () => {
  const parkId = await park()
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS, vehicleTypes: [1] })
  const before = await balanceOf(provider, driver)
  const ask = async (firstDay: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    codeOf(await postPass(provider, driver, { product, firstDay, changes }))
  expect(await ask('2026-11-22')).toBe('start_in_past')
  expect(await ask('2028-11-24')).toBe('times_invalid')
  expect(await ask(FIRST, { start_time: '2026-11-24T00:00:00Z' })).toBe('times_invalid')
  expect(await ask(FIRST, { end_time: '2027-05-24T05:00:00Z' })).toBe('times_invalid')
  expect(await ask(FIRST, { quoted_total: 1 })).toBe('price_changed')
  expect(await ask(FIRST, { vehicle_type_id: 4 })).toBe('validation_failed')
  expect(await ask(FIRST, { plate: '?' })).toBe('plate_invalid')
  expect(await ask(FIRST, { product_id: 999_999 })).toBe('product_not_found')
  // Any promo code is refused rather than silently ignored.
  for (const code of ['BAY10', 'nothing']) expect(await ask(FIRST, { promo_code: code })).toBe('coupon_not_applicable')
  expect(await ask(FIRST, { park_id: await park() })).toBe('product_not_found')
  await changeProduct(provider.deps.db, { productId: product.id, priceMinor: 1_200, nowMs: NOW })
  expect(await ask(FIRST)).toBe('price_changed')
  await changeProduct(provider.deps.db, { productId: product.id, active: false, nowMs: NOW })
  expect(await ask(FIRST)).toBe('product_not_found')
  expect(await balanceOf(provider, driver)).toBe(before)
})

test('it is in no cart', async () => {
  const product = await sellPass(provider, await park(), { kind: 'permit' })
  const cart = { lines: [{ product_id: product.id, quantity: 1 }], total: TOTAL }
  expect(await codeOf(await order(provider, driver, cart))).toBe('product_not_found')
})

test('today is a first day: it holds at once, and nothing comes back', async () => {
  const product = await sellPass(provider, await park(), { hours: WORKING_DAYS })
  const booking = await mustBuyPass(provider, driver, { product, firstDay: '2026-11-23' })
  expect(booking).toMatchObject({ start_time: '2026-11-23T05:00:00Z' })
  expect(await (await change(booking, 'PUT :id/status?status=cancelled')).json()).toMatchObject({
    data: { refund: 0 },
  })
})

test('it does not make the price of other parking of its plate another', async () => {
  const parkId = await park()
  await mustBuyPass(provider, driver, {
    product: await sellPass(provider, parkId, { hours: WORKING_DAYS }),
    firstDay: FIRST,
  })
  const times = { start_time: '2026-11-28T15:00:00Z', end_time: '2026-11-28T17:00:00Z' }
  const changes = { ...times, quoted_total: 850, plate: 'mon-123' }
  const answer = await postBooking(provider, driver, { parkId, changes })
  expect(((await answer.json()) as { data: Booking }).data.previous_stay).toBeUndefined()
})

test('an operator sells a pass by a file with its hours, and hears what is wrong with one', async () => {
  const parkId = await park()
  const { db } = provider.deps
  const [row] = await db.query<{ code: string }>('select code from parks where id = $1', [parkId])
  const file = join(await mkdtemp(join(tmpdir(), 'baywise-pass-')), 'product.json')
  const goods = {
    ...{ country_code: 'CA', kind: 'monthly_pass', park: row?.code, price: '165.00', taxes: [] },
    ...{ names: { en: 'Weekday pass', fr: 'Abonnement semaine' }, details: { en: '', fr: '' } },
  }
  const add = async (changes: Readonly<Record<string, unknown>>): Promise<string> => {
    await writeFile(file, JSON.stringify({ ...goods, ...changes }))
    return (await runProducts(db, ['add', file])).lines.join('\n')
  }
  expect(await add({})).toContain('at_once')
  expect(await add({ pass: { at_once: 4, hours: 'sometimes' } })).toContain('Not hours')
  expect(await add({ pass: { at_once: 4, hours: 'Mon-Fri 06:01-20:00' } })).toContain('Not hours')
  expect(await add({ pass: { at_once: 0 } })).toContain('pass.at_once')
  expect(await add({ kind: 'accessory', pass: { at_once: 4 } })).toContain('pass is for')
  expect(await add({ pass: { at_once: 4 }, stock: 3 })).toContain('no stock')
  expect(await add({ park: null, pass: { at_once: 4 } })).toContain('names its car park')
  const sold = await add({ pass: { at_once: 4, hours: 'Mon-Fri 06:00-20:00', vehicle_types: [1] } })
  const id = /^Product (\d+) is sold in CA\.$/.exec(sold)?.[1] ?? sold
  const answer = await provider.request('GET', `/api/v1/marketplace/products/${id}`)
  expect(((await answer.json()) as { data: unknown }).data).toMatchObject({
    pass: { park_id: parkId, vehicle_types: [1], at_once: 4, hours: hoursToWire(WORKING_DAYS) },
  })
})

test('it is held while a gateway is paid, and lets its space go when nobody pays', async () => {
  const parkId = await park(1)
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS })
  expect((await postPass(provider, driver, { product, firstDay: FIRST, changes: byGateway })).status).toBe(201)
  const other = await createDriver(provider)
  expect(await codeOf(await postPass(provider, other, { product, firstDay: FIRST }))).toBe('park_full')
  provider.clock.advance(16 * 60_000)
  expect((await postPass(provider, other, { product, firstDay: FIRST })).status).toBe(201)
})

test('it is the driver’s with its pass once the gateway is paid within the hold', async () => {
  const product = await sellPass(provider, await park(), { hours: WORKING_DAYS })
  const before = await balanceOf(provider, driver)
  const answer = await postPass(provider, driver, { product, firstDay: FIRST, changes: byGateway })
  const { booking, reference } = ((await answer.json()) as { data: BookingCheckout }).data
  await onPage(provider, reference, 'pay')
  const paid = await readBooking(booking.booking_code)
  expect(paid).toMatchObject({ status: 'active', hold_until: null, total: TOTAL, monthly: { first_day: FIRST } })
  expect(paid.pass?.text).toMatch(/^P1:/)
  expect(await balanceOf(provider, driver)).toBe(before)
})

test('receipt and email of a pass say its days, not two times', async () => {
  const product = await sellPass(provider, await park(), { hours: WORKING_DAYS })
  const booking = await mustBuyPass(provider, driver, { product, firstDay: FIRST })
  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  const { receipt_number: number } = await readBooking(booking.booking_code)
  const answer = await provider.request('GET', `/api/v1/receipts/${must(number, 'number')}`, {
    token: await driver.token(),
  })
  expect(await answer.json()).toMatchObject({ data: { month: { first_day: FIRST, last_day: '2026-12-23' } } })
  await sendBookingMails(provider.deps, new AbortController().signal)
  const mail = provider.mails.find(({ text }) => text.includes(booking.booking_code))
  expect(mail?.text).toContain('Tue 24 Nov – Wed 23 Dec')
  expect(mail?.text).not.toContain('00:00')
})

test('who stays after the month pays in the app from the last opening, as the gate asks, and owes nothing more there', async () => {
  const parkId = await park()
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS })
  const booking = await mustBuyPass(provider, driver, { product, firstDay: FIRST })
  // The last opening ends on 23 December at 20:00 in Toronto, the month four hours later.
  const now = mustInstant('2026-12-24T06:00:00Z')
  provider.clock.set(now)
  const seen = priceOverstay(await readBooking(booking.booking_code), now)
  expect(seen.minutes).toBe(5 * 60)
  const dueMinor = must(seen.dueMinor, 'what is due')
  expect(dueMinor).toBeGreaterThan(0)
  expect((await change(booking, 'POST :id/overstay', { max_price: dueMinor })).status).toBe(200)
  const paid = await readBooking(booking.booking_code)
  expect(paid.overstay).toMatchObject({ paid: dueMinor })
  expect(priceOverstay(paid, now).dueMinor).toBe(0)
})
