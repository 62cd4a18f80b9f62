import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAgain } from '../../src/actions/ask-again.online.ts'
import { bookPark } from '../../src/actions/book-park.online.ts'
import { dismissIntent } from '../../src/actions/dismiss-intent.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readIntents } from '../../src/db/read/intents.ts'
import { readWallet } from '../../src/db/read/wallet.ts'
import { must } from '../../src/lib/assert.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { testPrice } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const bookingsSent = (phone: TestPhone) =>
  phone.line.sent.filter(({ method, path }) => method === 'POST' && path === '/bookings')
const bookingsAtProvider = async (phone: TestPhone) => valueOf(await listBookings(phone.client, 1, 100)).items

test('a booking lands in the mirror with its pass, the intent is gone and the balance follows', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  expect(booking.pass?.text).toMatch(/^P1:/)
  expect((await readBookings(phone.dbs)).value).toEqual([booking])
  expect(await readIntents(phone.dbs)).toEqual([])
  expect((await readWallet('CAD', phone.dbs)).value?.balance).toBe(10_000 - testPrice(60))
})

test('a lost answer is asked for again with the same key: one booking', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = answerLost(isBooking)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  expect(new Set(bookingsSent(phone).map(({ key }) => key)).size).toBe(1)
  expect(bookingsSent(phone)).toHaveLength(2)
  expect((await bookingsAtProvider(phone)).map((row) => row.booking_id)).toEqual([booking.booking_id])
})

test('when every answer is lost the outcome is unknown, and the next start finds the booking by itself', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = answerLost(isBooking, 99)
  const error = errorOf(await bookPark(stayAt(provider, park), phone))
  expect(error.kind).toBe('outcome_unknown')
  const next = phone.restart()
  await pullOwn(next)
  expect(bookingsSent(next)).toEqual([])
  expect((await readBookings(next.dbs)).value).toHaveLength(1)
  expect(await readIntents(next.dbs)).toEqual([])
})

test('a request that never arrived is shown at the next start, not resent; the tap sends the same key', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = (request, send) => (isBooking(request) ? offline(request, send) : send(request))
  const error = errorOf(await bookPark(stayAt(provider, park), phone))
  if (error.kind !== 'outcome_unknown') throw new Error(error.kind)
  const next = phone.restart()
  await pullOwn(next)
  const [intent] = await readIntents(next.dbs)
  expect(intent).toMatchObject({ id: error.intentId, state: 'unknown' })
  expect(bookingsSent(next)).toEqual([])

  const booking = must(valueOf(await askAgain(error.intentId, next)), 'the booking')
  await next.settled()
  expect(bookingsSent(next).map(({ key }) => key)).toEqual([error.intentId])
  expect((await bookingsAtProvider(next)).map((row) => row.booking_id)).toEqual([booking.booking_id])
  expect(await readIntents(next.dbs)).toEqual([])
})

test('dismissing an unfinished booking asks first, and keeps the booking that had gone through', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = answerLost(isBooking, 99)
  const error = errorOf(await bookPark(stayAt(provider, park), phone))
  if (error.kind !== 'outcome_unknown') throw new Error(error.kind)
  expect(valueOf(await dismissIntent(error.intentId, phone))).toMatchObject({ park_id: park.id, status: 'active' })
  expect((await readBookings(phone.dbs)).value).toHaveLength(1)
})

test('dismissing one that never arrived forgets it, and nothing is booked', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = (request, send) => (isBooking(request) ? offline(request, send) : send(request))
  const error = errorOf(await bookPark(stayAt(provider, park), phone))
  if (error.kind !== 'outcome_unknown') throw new Error(error.kind)
  expect(valueOf(await dismissIntent(error.intentId, phone))).toBeNull()
  expect(await readIntents(phone.dbs)).toEqual([])
  expect(await bookingsAtProvider(phone)).toEqual([])
})

test('with no connection nothing is stored or sent, and the action says so', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = offline
  provider.clock.advance(60_000)
  expect(errorOf(await bookPark(stayAt(provider, park), phone))).toEqual({ kind: 'offline' })
  expect(await readIntents(phone.dbs)).toEqual([])
  expect(bookingsSent(phone)).toEqual([])
})

test('a full park is refused with alternatives, and leaves no intent', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db, { capacity: 0 })]
  const error = errorOf(await bookPark(stayAt(provider, park), phone))
  expect(error).toMatchObject({ kind: 'refused', code: 'park_full' })
  expect(await readIntents(phone.dbs)).toEqual([])
})

test('a portal that answers HTML with 200 is never taken for a booking', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = (request, send) =>
    isBooking(request)
      ? Promise.resolve(new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } }))
      : send(request)
  expect(errorOf(await bookPark(stayAt(provider, park), phone)).kind).toBe('outcome_unknown')
  expect((await readBookings(phone.dbs)).value).toEqual([])
})
