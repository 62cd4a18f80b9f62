import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeRequest, tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readWallet } from '../../src/db/read/wallet.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { testPrice } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, lostKeyOf, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const bookingsSent = (phone: TestPhone) =>
  phone.line.sent.filter(({ method, path }) => method === 'POST' && path === '/bookings')
const givenUp = (phone: TestPhone) =>
  phone.line.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
const bookingsAtProvider = async (phone: TestPhone) => valueOf(await listBookings(phone.client, 1, 100)).items

test('a booking lands in the mirror with its pass, nothing waits any more and the balance follows', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  expect(booking.pass?.text).toMatch(/^P1:/)
  expect((await readBookings(phone.dbs)).value).toEqual([booking])
  expect(await readPending(phone.dbs)).toEqual([])
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
  await lostKeyOf(bookPark(stayAt(provider, park), phone))
  const next = phone.restart()
  await pullOwn(next)
  expect(bookingsSent(next)).toEqual([])
  expect((await readBookings(next.dbs)).value).toHaveLength(1)
  expect(await readPending(next.dbs)).toEqual([])
})

test('a request that never arrived is shown at the next start, not resent; the tap sends the same key', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = (request, send) => (isBooking(request) ? offline(request, send) : send(request))
  const key = await lostKeyOf(bookPark(stayAt(provider, park), phone))
  const next = phone.restart()
  await pullOwn(next)
  expect(await readPending(next.dbs)).toMatchObject([{ id: key, lane: 'now', state: 'unconfirmed' }])
  expect(bookingsSent(next)).toEqual([])

  const answer = valueOf(await tryAgain(key, next))
  await next.settled()
  expect(bookingsSent(next).map((sent) => sent.key)).toEqual([key])
  const made = await bookingsAtProvider(next)
  expect(made).toHaveLength(1)
  expect(answer).toMatchObject({ kind: 'booking', booking: { booking_id: made[0]?.booking_id } })
  expect(await readPending(next.dbs)).toEqual([])
})

test('an unconfirmed booking that is removed is asked for first, and kept where it had gone through', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = answerLost(isBooking, 99)
  const key = await lostKeyOf(bookPark(stayAt(provider, park), phone))
  expect(valueOf(await removeRequest(key, phone))).toBe('was_done')
  expect(givenUp(phone)).toEqual([`/requests/${key}`])
  expect((await readBookings(phone.dbs)).value).toMatchObject([{ park_id: park.id, status: 'active' }])
})

test('one that never arrived is removed once the provider has promised not to book it', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = (request, send) => (isBooking(request) ? offline(request, send) : send(request))
  const key = await lostKeyOf(bookPark(stayAt(provider, park), phone))
  expect(valueOf(await removeRequest(key, phone))).toBe('discarded')
  expect(givenUp(phone)).toEqual([`/requests/${key}`])
  expect(await readPending(phone.dbs)).toEqual([])
  expect(await bookingsAtProvider(phone)).toEqual([])
})

test('with no connection nothing is stored or sent, and the action says so', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = offline
  provider.clock.advance(60_000)
  expect(errorOf(await bookPark(stayAt(provider, park), phone))).toEqual({ kind: 'offline' })
  expect(await readPending(phone.dbs)).toEqual([])
  expect(bookingsSent(phone)).toEqual([])
})

test('a full park is refused with alternatives, and nothing waits for an answer', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db, { capacity: 0 })]
  const error = errorOf(await bookPark(stayAt(provider, park), phone))
  expect(error).toMatchObject({ kind: 'refused', code: 'park_full' })
  expect(await readPending(phone.dbs)).toEqual([])
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
