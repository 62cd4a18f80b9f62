import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { refundableBooking, rulesOf } from '../../src/contract/booked-rate.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { QuoteWire } from '../../src/contract/tariff.ts'
import { refundableStay, refundNow, refundOutlook } from '../../src/domain/cancellation.ts'
import { MINUTE_MS, mustInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { createDriver, mustBook, newKey } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { capacity: 50 })
})
afterAll(() => provider.close())

/** Returns what the checkout shows for a stay booked now, from the quote alone. */
async function preview(fromMinutes: number, minutes: number) {
  const now = toInstant(provider.clock.now())
  const startMs = toInstant(now + fromMinutes * MINUTE_MS)
  const endMs = toInstant(startMs + minutes * MINUTE_MS)
  const span = `start_time=${new Date(startMs).toISOString()}&end_time=${new Date(endMs).toISOString()}`
  const answer = await provider.request('GET', `/api/v1/front/parks/${String(park.id)}/quote?${span}`)
  const { data } = (await answer.json()) as { data: QuoteWire }
  const found = await provider.request('GET', `/api/v1/front/parks/${String(park.id)}`)
  const { data: shown } = (await found.json()) as { data: Park }
  const rate = { ...rulesOf(shown.rate), vehicleType: 1, zone: shown.timezone } as const
  return refundableStay({ startMs, endMs, totalMinor: data.total, rate }, now)
}

test.each([
  { start: 0, cancelAfter: 0 },
  { start: 0, cancelAfter: 9 },
  { start: 0, cancelAfter: 10 },
  { start: 0, cancelAfter: 65 },
  { start: 4, cancelAfter: 8 },
  { start: 120, cancelAfter: 30 },
  { start: 120, cancelAfter: 190 },
])(
  'what checkout and booking show is what the provider gives back: begins in $start min, cancelled after $cancelAfter min',
  async ({ start, cancelAfter }) => {
    const shown = await preview(start, 180)
    const driver = await createDriver(provider)
    const booking = await mustBook(provider, driver, { parkId: park.id, fromMinutes: start, minutes: 180 })
    expect(refundableBooking(booking)).toEqual(shown)
    provider.clock.advance(cancelAfter * MINUTE_MS)
    const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
    const answer = await provider.request('PUT', path, { token: await driver.token(), key: newKey() })
    const { data } = (await answer.json()) as { data: Booking }
    expect(data.refund).toBe(refundNow(shown, toInstant(provider.clock.now())))
  },
)

test('a stay that begins now has no undo: the preview shows what leaving at once gives back, and the provider keeps to it', async () => {
  const shown = await preview(0, 180)
  const outlook = refundOutlook(shown, toInstant(provider.clock.now() + 1))
  expect(outlook.nowMinor).toBeLessThan(shown.totalMinor / 2)
  expect(outlook.undoUntilMs).toBeNull()
})

test('a stay at its day maximum that is extended for nothing gives nothing back for hours that cost nothing', async () => {
  const driver = await createDriver(provider)
  // The maximum of C$10 is reached after two and a half hours.
  const booking = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 0, minutes: 180 })
  const body = {
    booking_id: booking.booking_id,
    new_end_time: toRfc3339(toInstant(mustInstant(booking.end_time) + 120 * MINUTE_MS)),
    base_end_time: booking.end_time,
    max_price: 0,
  }
  const token = await driver.token()
  const extended = await provider.request('POST', '/api/v1/bookings/extend', { token, key: newKey(), body })
  expect(extended.status).toBe(200)
  provider.clock.advance(179 * MINUTE_MS)
  const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
  const answer = await provider.request('PUT', path, { token: await driver.token(), key: newKey() })
  expect(((await answer.json()) as { data: Booking }).data.refund).toBe(0)
})
