import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { cancelBooking } from '../../src/actions/bookings.ts'
import { removeRequest } from '../../src/actions/requests.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import { findSession } from '../../src/db/read/session.ts'
import { readOutboxCounts, readPending } from '../../src/outbox/read.ts'
import { drain } from '../../src/sync/drain.ts'
import { probe } from '../../src/sync/probe.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { setDisabled } from '../../provider/repositories/users.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { passing, rowsOf } from '../sync/support/outbox-phone.ts'
import {
  errorOf,
  lostKeyOf,
  newEmail,
  phoneAt,
  signedInPhone,
  stayAt,
  valueOf,
} from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const HOUR_MS = 3_600_000
const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const isCancel = (request: Request): boolean => request.url.includes('/status')
const writesOf = (phone: TestPhone, key: string) => phone.line.sent.filter((sent) => sent.key === key)
const disable = (email: string) => setDisabled(provider.deps.db, email, provider.clock.now())
const enable = (email: string) => setDisabled(provider.deps.db, email, null)
const madeBy = async (phone: TestPhone) => valueOf(await listBookings(phone.client, 1, 100)).items

async function scene() {
  const email = newEmail()
  const [phone, park] = [await signedInPhone(provider, email), await insertTestPark(provider.deps.db)]
  return { email, phone, stay: stayAt(provider, park) }
}

/** A scene with a booking and a cancellation of it requested while offline. */
async function withCancel() {
  const { email, phone, stay } = await scene()
  const booking = valueOf(await bookPark(stay, phone))
  await phone.settled()
  phone.line.through = offline
  await probe(phone)
  const { row } = valueOf(await cancelBooking({ booking, minRefundMinor: 0 }, phone))
  // Waits until the work set off by the tap is over.
  await phone.outboxSignal.notify()
  phone.line.through = passing
  return { email, phone, booking, key: row.id }
}

/** Sends the pending rows as the page does; `random` keeps the wait after a failed try above 0. */
const send = (phone: TestPhone) => drain({ ...phone, random: () => 0.5 })

test('fault 11: what waited is refused where the account was disabled meanwhile: shown to the driver, and not tried again', async () => {
  const { email, phone, booking, key } = await withCancel()
  await disable(email)
  for (const _try of [1, 2, 3]) {
    await send(phone)
    provider.clock.advance(HOUR_MS)
  }
  expect(await rowsOf(phone)).toContainEqual(
    expect.objectContaining({
      id: key,
      state: 'rejected',
      lastError: expect.objectContaining({ code: 'account_disabled' }) as unknown,
    }),
  )
  expect(await readOutboxCounts(phone.dbs)).toMatchObject({ refused: 1, waiting: 0 })
  expect(writesOf(phone, key)).toHaveLength(1)
  await enable(email)
  expect(await madeBy(phone)).toMatchObject([{ booking_id: booking.booking_id, status: 'active' }])
})

test('fault 11: a booking tapped with a disabled account is refused on the page, and nothing waits', async () => {
  const { email, phone, stay } = await scene()
  await disable(email)
  expect(errorOf(await bookPark(stay, phone))).toMatchObject({ kind: 'refused', code: 'account_disabled' })
  expect(await readPending(phone.dbs)).toEqual([])
  // Signing in again would not help, so the session stays live and the driver is not asked to.
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })
  await enable(email)
  expect(await madeBy(phone)).toEqual([])
})

test('fault 11: what was done, whose answer was lost before the account was disabled, stays waiting at a slow pace until it is told', async () => {
  const { email, phone, key } = await withCancel()
  phone.line.through = answerLost(isCancel, 99)
  await send(phone)
  phone.line.through = passing
  await disable(email)
  // A timer of a row that is not due, a tab coming to the front or a sync event must not send the row early.
  provider.clock.advance(HOUR_MS)
  for (const _occasion of [1, 2, 3, 4]) await send(phone)
  expect(writesOf(phone, key)).toHaveLength(2)
  for (let hour = 0; hour < 6; hour += 1) {
    provider.clock.advance(HOUR_MS)
    for (const _occasion of [1, 2]) await send(phone)
  }
  expect(writesOf(phone, key)).toHaveLength(8)
  expect(await rowsOf(phone)).toContainEqual(expect.objectContaining({ id: key, state: 'queued' }))
  expect(errorOf(await removeRequest(key, phone))).toMatchObject({ kind: 'refused', code: 'account_disabled' })
  await enable(email)
  provider.clock.advance(HOUR_MS)
  await send(phone)
  expect(await rowsOf(phone)).toContainEqual(expect.objectContaining({ id: key, state: 'done' }))
  await phone.settled()
})

test('fault 11: a booking whose answer was lost before the account was disabled stays not confirmed, and is found once it is open again', async () => {
  const { email, phone, stay } = await scene()
  phone.line.through = async (request, next) => {
    if (!isBooking(request)) return next(request)
    const lost = answerLost(isBooking)(request, next)
    await lost.catch(() => disable(email))
    return lost
  }
  const key = await lostKeyOf(bookPark(stay, phone))
  phone.line.through = passing
  expect(writesOf(phone, key)).toHaveLength(3)
  // Neither a start nor the driver's tap resolves the row, and neither starts a loop.
  expect((await pullOwn(phone)).isWhole).toBe(false)
  expect(await lostKeyOf(bookPark(stay, phone))).toBe(key)
  expect(await readPending(phone.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  expect(writesOf(phone, key)).toHaveLength(6)
  await enable(email)
  expect((await pullOwn(phone)).isWhole).toBe(true)
  expect(await readPending(phone.dbs)).toEqual([])
  expect(await madeBy(phone)).toHaveLength(1)
})

test('fault 11: a disabled account is told so at its sign-in', async () => {
  const { email, phone } = await scene()
  await disable(email)
  await phone.settled()
  const other = phoneAt(provider)
  expect(errorOf(await signIn({ identifier: email, password: PASSWORD }, other))).toMatchObject({
    code: 'account_disabled',
  })
})
