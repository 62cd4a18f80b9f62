import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { codeOf } from './support/accounts.ts'
import {
  balanceOf,
  bookingBody,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  type TestDriver,
} from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'
import { expectKeyAtWork } from './support/keys-at-work.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark
let token: string

const WELCOME = 10_000

beforeAll(async () => {
  provider = confirming(await startTestProvider({ poolSize: 8 }))
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db)
  token = await driver.token()
})

const ask = (key: string, as = token): Promise<Response> =>
  provider.request('GET', `/api/v1/requests/${encodeURIComponent(key)}`, { token: as })
const giveUp = (key: string, as = token): Promise<Response> =>
  provider.request('DELETE', `/api/v1/requests/${encodeURIComponent(key)}`, { token: as })

const fateOf = async (answer: Response): Promise<unknown> => {
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: unknown }).data
}

/** Locks a booking's row, so that a change of it waits inside its transaction while `meanwhile` runs. */
async function whileAtWork(change: () => Promise<Response>, bookingId: string, meanwhile: () => Promise<void>) {
  let first: Promise<Response> | undefined
  await provider.deps.db.transaction(async (tx) => {
    await tx.query('select 1 from bookings where booking_id = $1 for update', [bookingId])
    first = change()
    await expectKeyAtWork(provider)
    await meanwhile()
  })
  return first
}

test('a request whose key never arrived is unknown, and asking changes nothing', async () => {
  const key = newKey()
  expect(await fateOf(await ask(key))).toEqual({ key, state: 'unknown' })
  expect((await postBooking(provider, driver, { parkId: park.id, key })).status).toBe(201)
})

test('a request that was answered is done, with its status and its answer', async () => {
  const key = newKey()
  const first: unknown = await (await postBooking(provider, driver, { parkId: park.id, key })).json()
  expect(await fateOf(await ask(key))).toEqual({ key, state: 'done', status: 201, answer: first })
  expect(await fateOf(await giveUp(key))).toEqual({ key, state: 'done', status: 201, answer: first })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 450)
})

test('a request at work is in progress, and cannot be given up at that moment', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const key = newKey()
  const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
  const first = await whileAtWork(
    () => provider.request('PUT', path, { token, key }),
    booking.booking_id,
    async () => {
      expect(await fateOf(await ask(key))).toEqual({ key, state: 'in_progress' })
      const refused = await giveUp(key)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '1'])
      expect(await codeOf(refused)).toBe('idempotency_in_progress')
    },
  )
  expect(first?.status).toBe(200)
  expect(await fateOf(await giveUp(key))).toMatchObject({ state: 'done', status: 200 })
})

test('a request that was given up never has an effect: a straggler with its key is refused and nothing is charged', async () => {
  const key = newKey()
  expect(await fateOf(await giveUp(key))).toEqual({ key, state: 'withdrawn' })
  expect(await fateOf(await giveUp(key))).toEqual({ key, state: 'withdrawn' })
  const late = await postBooking(provider, driver, { parkId: park.id, key })
  expect([late.status, await codeOf(late)]).toEqual([409, 'request_withdrawn'])
  expect(late.headers.get('idempotency-key')).toBe(key)
  expect(await fateOf(await ask(key))).toEqual({ key, state: 'withdrawn' })
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
  const again = await postBooking(provider, driver, { parkId: park.id })
  expect(again.status).toBe(201)
})

test('a straggler and its giving up that meet have one outcome between them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const key = newKey()
    const before = await balanceOf(provider, driver)
    const [sent, given] = await Promise.all([postBooking(provider, driver, { parkId: park.id, key }), giveUp(key)])
    const fate = given.status === 409 ? undefined : ((await given.json()) as { data: { state: string } }).data.state
    const isBooked = (await balanceOf(provider, driver)) !== before
    if (fate === 'withdrawn') expect([sent.status, isBooked]).toEqual([409, false])
    if (fate === 'done') expect(isBooked).toBe(true)
    if (sent.status === 201) expect(fate).not.toBe('withdrawn')
  }
})

test('somebody else’s key is unknown, and giving it up does not touch it', async () => {
  const key = newKey()
  expect((await postBooking(provider, driver, { parkId: park.id, key })).status).toBe(201)
  const stranger = await (await createDriver(provider)).token()
  expect(await fateOf(await ask(key, stranger))).toEqual({ key, state: 'unknown' })
  expect(await fateOf(await giveUp(key, stranger))).toEqual({ key, state: 'withdrawn' })
  expect(await fateOf(await ask(key))).toMatchObject({ state: 'done' })
})

test('without a session, or with a key that cannot be one, there is nothing to ask', async () => {
  const anyone = await provider.request('GET', `/api/v1/requests/${newKey()}`)
  expect([anyone.status, await codeOf(anyone)]).toEqual([401, 'unauthorized'])
  for (const answer of [await ask('x'.repeat(129)), await giveUp('with space')])
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'validation_failed'])
})

const changes = (booking: Booking) => {
  const id = booking.booking_id
  const vehicle = { plate: 'LATE 1', country_code: 'CA', vehicle_type_id: 1 }
  const money = { amount: 2_000, currency: 'CAD' }
  const extended = new Date(Date.parse(booking.end_time) + 1_800_000).toISOString()
  return [
    ['POST', '/bookings', bookingBody(provider, { parkId: park.id })],
    ['POST', '/bookings', bookingBody(provider, { parkId: park.id, changes: { payment_method: 'gateway' } })],
    [
      'POST',
      '/bookings/extend',
      { booking_id: id, base_end_time: booking.end_time, new_end_time: extended, max_price: 9_999 },
    ],
    ['PUT', `/bookings/${id}/status?status=cancelled`, undefined],
    ['PUT', `/bookings/${id}/vehicle`, { plate: 'LATE 2' }],
    ['POST', '/user/vehicles/', vehicle],
    ['POST', '/wallet/add-funds', money],
    ['POST', '/wallet/withdrawals', money],
    [
      'PUT',
      '/wallet/auto-top-up',
      { currency: 'CAD', enabled: false, threshold: 500, amount: 2_000, monthly_cap: 9_000 },
    ],
  ] as const
}

test('every kind of keyed write is refused under a key that was given up', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  for (const [method, path, body] of changes(booking)) {
    const key = newKey()
    await giveUp(key)
    const answer = await provider.request(method, `/api/v1${path}`, { token, key, body })
    expect([method, path, answer.status, await codeOf(answer)]).toEqual([method, path, 409, 'request_withdrawn'])
  }
  const { data } = (await (
    await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, { token })
  ).json()) as { data: Booking }
  expect(data).toEqual(booking)
})
