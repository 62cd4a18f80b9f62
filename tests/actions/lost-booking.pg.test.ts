import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeRequest, tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark, changeBookingPlate } from '../../src/actions/bookings.online.ts'
import { cancelBooking, listBookings } from '../../src/api/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { readOutbox, readPending, rowsOf } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, lostKeyOf, signedInPhone, stayAt, userIdOf, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, type Line, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const isKeyQuestion = (request: Request): boolean => request.url.includes('/requests/')
const neverArrives: Line['through'] = (request, send) => (isBooking(request) ? offline(request, send) : send(request))

const writesOf = (phone: TestPhone) => phone.line.sent.filter(({ method }) => method !== 'GET')
const questionsOf = (phone: TestPhone) =>
  phone.line.sent.map(({ path }) => path).filter((path) => path.startsWith('/requests/'))
const madeBy = async (phone: TestPhone) => valueOf(await listBookings(phone.client, 1, 100)).items

/** Returns a phone on which a booking got no answer, and its key. */
async function lostBooking(through: Line['through']): Promise<{ phone: TestPhone; key: string }> {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = through
  const key = await lostKeyOf(bookPark(stayAt(provider, park), phone))
  phone.line.through = (request, send) => send(request)
  return { phone, key }
}

test.each([
  ['was lost', answerLost(isBooking, 99)],
  ['never came, nor the request there', neverArrives],
])('the same stay paid for again while its answer %s is one booking, under one key', async (_how, through) => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const stay = stayAt(provider, park)
  phone.line.through = through
  for (const _tap of [1, 2]) expect(errorOf(await bookPark(stay, phone)).kind).toBe('outcome_unknown')
  expect(await readPending(phone.dbs)).toHaveLength(1)
  phone.line.through = (request, send) => send(request)
  const booking = valueOf(await bookPark(stay, phone))
  expect((await madeBy(phone)).map(({ booking_id }) => booking_id)).toEqual([booking.booking_id])
  expect(new Set(phone.line.sent.filter(({ path }) => path === '/bookings').map(({ key }) => key)).size).toBe(1)
  expect(await readPending(phone.dbs)).toEqual([])
})

test('another stay is another booking: what was lost stays with its driver', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = neverArrives
  const stay = stayAt(provider, park)
  expect(errorOf(await bookPark(stay, phone)).kind).toBe('outcome_unknown')
  phone.line.through = (request, send) => send(request)
  valueOf(await bookPark({ ...stay, plate: 'XYZ-987' }, phone))
  expect(await readPending(phone.dbs)).toHaveLength(1)
})

/** Keeps the request in progress at the provider until `end`. */
async function holdKey(phone: TestPhone, key: string): Promise<{ end: () => Promise<void> }> {
  const scope = `user:${await userIdOf(phone)}`
  const claimed = Promise.withResolvers<undefined>()
  const over = Promise.withResolvers<undefined>()
  const work = provider.deps.db.transaction(async (tx) => {
    await tx.query('select state from idempotency_begin($1, $2, $3)', [scope, key, 'at work'])
    claimed.resolve(undefined)
    await over.promise
  })
  await claimed.promise
  return {
    async end() {
      over.resolve(undefined)
      await work
    },
  }
}

test('fault 50: a booking whose answer was lost is asked for by its key, also when the lists would not tell it', async () => {
  const { phone, key } = await lostBooking(answerLost(isBooking, 99))
  const [made] = await madeBy(phone)
  const { booking_id: bookingId } = must(made, 'the booking')
  // Another phone cancels the booking before this one restarts, so the lists cannot identify it as a fresh booking.
  valueOf(await cancelBooking({ bookingId, minRefund: 0 }).send(phone.client, uuid7(provider.clock.now())))
  const next = phone.restart()
  expect((await pullOwn(next)).isWhole).toBe(true)
  expect(questionsOf(next)).toEqual([`/requests/${key}`])
  expect(writesOf(next)).toEqual([])
  expect(await readPending(next.dbs)).toEqual([])
  // The kept answer is older than the lists, which win.
  expect((await readBookings(next.dbs)).value).toMatchObject([{ booking_id: bookingId, status: 'cancelled' }])
})

test('fault 50: a kept answer is enough where the lists do not come', async () => {
  const { phone, key } = await lostBooking(answerLost(isBooking, 99))
  const next = phone.restart()
  next.line.through = (request, send) => (isKeyQuestion(request) ? send(request) : offline(request, send))
  expect((await pullOwn(next)).isWhole).toBe(false)
  expect(questionsOf(next)).toEqual([`/requests/${key}`])
  expect((await readBookings(next.dbs)).value).toHaveLength(1)
  expect(await readPending(next.dbs)).toEqual([])
})

test('a refusal whose answer was lost is told with its reason at the next start, and nothing is sent for it', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db, { capacity: 0 })]
  phone.line.through = answerLost(isBooking, 99)
  const key = await lostKeyOf(bookPark(stayAt(provider, park), phone))
  const next = phone.restart()
  await pullOwn(next)
  expect(questionsOf(next)).toEqual([`/requests/${key}`])
  expect(writesOf(next)).toEqual([])
  expect(rowsOf(await readOutbox(next.dbs))).toMatchObject([
    { id: key, state: 'rejected', lastError: { status: 409, code: 'park_full' } },
  ])
})

test('fault 50: a booking of which the provider knows nothing is shown as lost; asking again books once', async () => {
  const { phone, key } = await lostBooking(neverArrives)
  const next = phone.restart()
  await pullOwn(next)
  expect(questionsOf(next)).toEqual([`/requests/${key}`])
  expect(writesOf(next)).toEqual([])
  expect(await readPending(next.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  valueOf(await tryAgain(key, next))
  expect(await madeBy(next)).toHaveLength(1)
})

test('fault 50: a booking that is still at work is neither given up nor forgotten; its end is noticed at the next look', async () => {
  const { phone, key } = await lostBooking(answerLost(isBooking, 99))
  const held = await holdKey(phone, key)
  const next = phone.restart()
  await pullOwn(next)
  expect(questionsOf(next)).toEqual([`/requests/${key}`])
  expect(await readPending(next.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  expect(errorOf(await removeRequest(key, next))).toMatchObject({ code: 'idempotency_in_progress' })
  expect(await readPending(next.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  await held.end()
  expect((await pullOwn(next)).isWhole).toBe(true)
  expect(await readPending(next.dbs)).toEqual([])
  expect((await readBookings(next.dbs)).value).toHaveLength(1)
})

test('a changed plate whose answer was lost is known by its key, and the booking carries the new one', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  phone.line.through = answerLost((request) => request.url.endsWith('/vehicle'), 99)
  const key = await lostKeyOf(changeBookingPlate({ booking, plate: 'NEW 1' }, phone))
  const next = phone.restart()
  await pullOwn(next)
  expect(questionsOf(next)).toEqual([`/requests/${key}`])
  expect((await readBookings(next.dbs)).value).toMatchObject([{ plate: 'NEW1', version: 2 }])
  expect(await readPending(next.dbs)).toEqual([])
})

test('a plate that was changed to another since its answer was lost is changed back by the next tap, not said to be', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  phone.line.through = answerLost((request) => request.url.endsWith('/vehicle'), 99)
  await lostKeyOf(changeBookingPlate({ booking, plate: 'NEW 1' }, phone))
  phone.line.through = (request, send) => send(request)
  expect(valueOf(await changeBookingPlate({ booking, plate: 'NEW 2' }, phone)).plate).toBe('NEW2')
  expect(valueOf(await changeBookingPlate({ booking, plate: 'NEW 1' }, phone)).plate).toBe('NEW1')
  expect(await madeBy(phone)).toMatchObject([{ plate: 'NEW1', version: 4 }])
  expect((await readBookings(phone.dbs)).value).toMatchObject([{ plate: 'NEW1', version: 4 }])
  expect(await readPending(phone.dbs)).toEqual([])
})

test('a stay whose answer was lost, and that another phone has cancelled since, is booked anew by the next tap', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const stay = stayAt(provider, park)
  phone.line.through = answerLost(isBooking, 99)
  await lostKeyOf(bookPark(stay, phone))
  phone.line.through = (request, send) => send(request)
  const [lost] = await madeBy(phone)
  const cancel = cancelBooking({ bookingId: must(lost, 'the booking').booking_id, minRefund: 0 })
  valueOf(await cancel.send(phone.client, uuid7(provider.clock.now(), Math.random)))
  const booking = valueOf(await bookPark(stay, phone))
  const statuses = new Map((await madeBy(phone)).map((made) => [made.booking_id, made.status]))
  expect(statuses.get(booking.booking_id)).toBe('active')
  expect([...statuses.values()].toSorted()).toEqual(['active', 'cancelled'])
})

test('where the provider cannot be asked by the key no list decides: the request stays, beside the booking', async () => {
  const { phone, key } = await lostBooking(answerLost(isBooking, 99))
  const next = phone.restart()
  next.line.through = (request, send) =>
    isKeyQuestion(request) ? Promise.resolve(new Response('Not Found', { status: 404 })) : send(request)
  expect((await pullOwn(next)).isWhole).toBe(false)
  expect((await readBookings(next.dbs)).value).toHaveLength(1)
  expect(await readPending(next.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
})
