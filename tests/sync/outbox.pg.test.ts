import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { cancelBooking, extendBooking } from '../../src/actions/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readWallet } from '../../src/db/read/wallet.ts'
import { must } from '../../src/lib/assert.ts'
import { drain, drainSoon } from '../../src/sync/drain.ts'
import { probe } from '../../src/sync/probe.ts'
import { testPrice } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { rowsOf } from './support/outbox-phone.ts'
import { signedInPhone, stayAt, valueOf } from './support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from './support/test-phone.ts'

const HOUR_MS = 3_600_000

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

async function bookedPhone() {
  const phone = await signedInPhone(provider)
  const park = await insertTestPark(provider.deps.db)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  return { phone, booking, endMs: Date.parse(booking.end_time) }
}

async function withoutSignal(phone: TestPhone, ask: () => Promise<unknown>): Promise<void> {
  const { through } = phone.line
  phone.line.through = offline
  await probe(phone)
  await ask()
  // Includes the drain that the request itself triggered.
  await drainSoon(phone)
  phone.line.through = through
}

/** Commands that waited for a signal; the booking itself was sent at once. */
const queuedOf = async (phone: TestPhone) => (await rowsOf(phone)).filter(({ lane }) => lane === 'queued')

const onlyBooking = async (phone: TestPhone) => must((await readBookings(phone.dbs)).value[0], 'the booking')

test('a cancellation asked for with no signal pays back once, also when its answer is lost', async () => {
  const { phone, booking } = await bookedPhone()
  await withoutSignal(phone, () => cancelBooking({ booking, minRefundMinor: booking.total }, phone))
  expect((await onlyBooking(phone)).status).toBe('active')
  phone.line.through = answerLost(({ method }) => method === 'PUT')
  await drain(phone)
  provider.clock.advance(60_000)
  await drain(phone)
  await phone.settled()
  expect(await onlyBooking(phone)).toMatchObject({ status: 'cancelled', refund: booking.total })
  expect((await readWallet('CAD', phone.dbs)).value?.balance).toBe(10_000)
  expect(await queuedOf(phone)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('fault 18: an extension that costs more than was accepted is refused with the price of now', async () => {
  const { phone, booking, endMs } = await bookedPhone()
  const newEndMs = endMs + HOUR_MS
  await withoutSignal(phone, () => extendBooking({ booking, newEndMs, maxPriceMinor: 1 }, phone))
  await drain(phone)
  expect(await queuedOf(phone)).toMatchObject([{ state: 'rejected', lastError: { code: 'max_price_exceeded' } }])
  expect((await onlyBooking(phone)).end_time).toBe(booking.end_time)
})

test('fault 19: an extension that the wallet cannot pay is refused, and the balance stays', async () => {
  const { phone, booking, endMs } = await bookedPhone()
  const newEndMs = endMs + 90 * 24 * HOUR_MS
  await withoutSignal(phone, () => extendBooking({ booking, newEndMs, maxPriceMinor: 100_000_000 }, phone))
  await drain(phone)
  await phone.settled()
  expect(await queuedOf(phone)).toMatchObject([{ state: 'rejected', lastError: { code: 'wallet_too_low' } }])
  expect((await readWallet('CAD', phone.dbs)).value?.balance).toBe(10_000 - testPrice(60))
})

test('fault 4: of two extensions on one base the second is refused as stale', async () => {
  const { phone, booking, endMs } = await bookedPhone()
  await withoutSignal(phone, () => extendBooking({ booking, newEndMs: endMs + HOUR_MS, maxPriceMinor: 5_000 }, phone))
  const other = phone.restart()
  valueOf(await extendBooking({ booking, newEndMs: endMs + HOUR_MS, maxPriceMinor: 5_000 }, other))
  valueOf(await extendBooking({ booking, newEndMs: endMs + 2 * HOUR_MS, maxPriceMinor: 5_000 }, other))
  expect((await queuedOf(phone)).map(({ state, lastError }) => [state, lastError?.code])).toEqual([
    ['done', undefined],
    ['rejected', 'stale_base'],
  ])
  expect(Date.parse((await onlyBooking(phone)).end_time)).toBe(endMs + HOUR_MS)
})
