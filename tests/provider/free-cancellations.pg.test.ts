import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { FREE_CANCELLATION_HOURS, FREE_CANCELLATIONS } from '../../src/domain/cancellation.ts'
import { toRfc3339, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { codeOf } from './support/accounts.ts'
import { byGateway } from './support/test-checkout.ts'
import { createDriver, mustBook, newKey, postBooking, testPrice, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const HOUR_MS = 3_600_000
let provider: TestProvider
let driver: TestDriver
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 4 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 1 })).id
})

const setStatus = async ({ booking_id: id }: Booking, status: string): Promise<Response> => {
  const asked = { token: await driver.token(), key: newKey() }
  return provider.request('PUT', `/api/v1/bookings/${id}/status?status=${status}`, asked)
}

async function bookAndCancel(): Promise<Booking> {
  const booking = await mustBook(provider, driver, { parkId })
  expect((await setStatus(booking, 'cancelled')).status).toBe(200)
  return booking
}

async function cancelFreely(times = FREE_CANCELLATIONS): Promise<readonly Booking[]> {
  const made: Booking[] = []
  for (let count = 0; count < times; count += 1) {
    made.push(await bookAndCancel())
    provider.clock.advance(60_000)
  }
  return made
}

test('after five cancels that gave everything back nothing is booked until a day has passed since the first', async () => {
  const firstMs = provider.clock.now()
  await cancelFreely()
  const refused = await postBooking(provider, driver, { parkId })
  expect(refused.status).toBe(409)
  const problem = (await refused.json()) as { code: string; detail: string; book_again_at: string }
  expect(problem.code).toBe('too_many_cancellations')
  expect(problem.book_again_at).toBe(toRfc3339(toInstant(firstMs + FREE_CANCELLATION_HOURS * HOUR_MS)))
  expect(problem.detail).toMatch(/You can book again on \w+day at \d\d:\d\d\./)
  provider.clock.advance(FREE_CANCELLATION_HOURS * HOUR_MS - 6 * 60_000)
  expect(await codeOf(await postBooking(provider, driver, { parkId }))).toBe('too_many_cancellations')
  provider.clock.advance(60_000)
  // The first cancellation has expired and the second has not, so one more is free.
  await bookAndCancel()
  expect(await codeOf(await postBooking(provider, driver, { parkId }))).toBe('too_many_cancellations')
})

test('what another driver cancels does not count', async () => {
  await cancelFreely()
  driver = await createDriver(provider)
  await bookAndCancel()
})

test('a renewal counts as a booking, and takes no cancel off the count', async () => {
  const booking = must((await cancelFreely(1))[0], 'a cancelled booking')
  const renewed = `active&quoted_total=${String(testPrice(60))}&tariff_version=v1`
  for (let count = 1; count < FREE_CANCELLATIONS; count += 1) {
    expect((await setStatus(booking, renewed)).status).toBe(200)
    expect((await setStatus(booking, 'cancelled')).status).toBe(200)
  }
  expect(await codeOf(await setStatus(booking, renewed))).toBe('too_many_cancellations')
  expect(await codeOf(await postBooking(provider, driver, { parkId }))).toBe('too_many_cancellations')
})

test('no space is kept for a payment either; what is booked already can be extended and cancelled', async () => {
  const other = await insertTestPark(provider.deps.db, { capacity: 5 })
  const kept = await mustBook(provider, driver, { parkId: other.id })
  await cancelFreely()
  expect(await codeOf(await postBooking(provider, driver, { parkId, changes: byGateway }))).toBe(
    'too_many_cancellations',
  )
  const extension = {
    booking_id: kept.booking_id,
    new_end_time: toRfc3339(toInstant(Date.parse(kept.end_time) + HOUR_MS)),
    base_end_time: kept.end_time,
    max_price: 10_000,
  }
  const asked = { token: await driver.token(), key: newKey(), body: extension }
  expect((await provider.request('POST', '/api/v1/bookings/extend', asked)).status).toBe(200)
  expect((await setStatus(kept, 'cancelled')).status).toBe(200)
})

test('a cancel that kept some of the money is not counted, nor is a space that was only kept for a payment', async () => {
  for (let count = 0; count < FREE_CANCELLATIONS; count += 1) {
    const booking = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: 60 })
    provider.clock.advance(60_000)
    const { data } = (await (await setStatus(booking, 'cancelled')).json()) as { data: Booking }
    expect(data.refund).toBeLessThan(booking.total)
    const held = await postBooking(provider, driver, { parkId, changes: byGateway })
    const { data: checkout } = (await held.json()) as { data: { booking: Booking } }
    expect((await setStatus(checkout.booking, 'cancelled')).status).toBe(200)
  }
  await mustBook(provider, driver, { parkId })
})
