import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { findParks, loadPark } from '../../src/actions/parks.online.ts'
import { refreshBookings } from '../../src/actions/connection.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { signOut } from '../../src/actions/session.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readRecents } from '../../src/db/read/recents.ts'
import { findSession } from '../../src/db/read/session.ts'
import { readTransactions, readWallet } from '../../src/db/read/wallet.ts'
import { pullBookings } from '../../src/sync/pull/pull-bookings.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { insertTestPark, type TestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { keysSent, rowsOf } from './support/outbox-phone.ts'
import { errorOf, newEmail, phoneAt, signedInPhone, stayAt, userIdOf, valueOf } from './support/provider-phone.ts'
import { offline, type TestPhone } from './support/test-phone.ts'

let provider: TestProvider
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Union Garage', capacity: 50 })
})
afterAll(() => provider.close())

const NEAR = { lat: 43.65, lng: -79.38 }

/** Names of the databases in this phone's browser. */
const databaseNames = async (phone: TestPhone): Promise<string[]> =>
  (await phone.storage.indexedDB.databases()).map(({ name }) => name ?? '').toSorted()

test('logout leaves nothing of the driver: no database, no search, no viewed park', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await bookPark(stayAt(provider, park), phone))
  valueOf(await findParks({ near: NEAR, label: 'Home' }, phone))
  const [found] = valueOf(await findParks({ near: NEAR, label: 'Home' }, phone)).parks
  valueOf(await loadPark(found?.slug ?? '', phone))
  await phone.settled()
  phone.line.through = offline
  await signOut(phone)
  const names = await databaseNames(phone)
  expect(names.filter((name) => name.includes('-user-'))).toEqual([])
  expect((await readRecents(phone.dbs)).value).toEqual({ searches: [], parks: [] })
  expect(await findSession(phone.dbs)).toBeUndefined()
})

test('a pull that goes on after the logout leaves no database behind', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  await signOut(phone)
  expect(errorOf(await pullBookings(phone, userId))).toEqual({ kind: 'signed_out' })
  expect((await databaseNames(phone)).filter((name) => name.includes('-user-'))).toEqual([])
})

test('another driver who signs in sees nothing of the first', async () => {
  const second = newEmail()
  await signedInPhone(provider, second)
  const phone = await signedInPhone(provider)
  valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  valueOf(await signIn({ identifier: second, password: PASSWORD }, phone))
  expect((await readBookings(phone.dbs)).value).toEqual([])
  await phone.settled()
  expect((await readBookings(phone.dbs)).value).toEqual([])
  expect((await readWallet('CAD', phone.dbs)).value?.balance).toBe(10_000)
  expect((await readTransactions('CAD', phone.dbs)).value.map(({ kind }) => kind)).toEqual(['welcome_credit'])
})

test('fault 10: a booking whose answer was lost is not sent again as the driver who signed in meanwhile', async () => {
  const second = newEmail()
  await signedInPhone(provider, second)
  const phone = await signedInPhone(provider)
  const authors: string[] = []
  let isSwitched = false
  phone.line.through = async (request, next) => {
    if (request.method !== 'POST' || !request.url.endsWith('/bookings')) return next(request)
    authors.push(request.headers.get('authorization') ?? '')
    if (!isSwitched) {
      isSwitched = true
      valueOf(await signIn({ identifier: second, password: PASSWORD }, phone))
      throw new TypeError('Failed to fetch')
    }
    return next(request)
  }
  expect((await bookPark(stayAt(provider, park), phone)).ok).toBe(false)
  expect(new Set(authors).size).toBe(1)
  await phone.settled()
  expect((await readBookings(phone.dbs)).value).toEqual([])
})

test('fault 16: a clock that is two days ahead neither ends the session nor hides a booking whose answer was lost', async () => {
  const phone = await signedInPhone(provider)
  const ahead = phone.restart({ now: () => provider.clock.now() + 2 * 86_400_000 })
  const stay = stayAt(provider, park)
  let isLost = true
  ahead.line.through = async (request, next) => {
    if (isLost && request.method === 'POST' && request.url.endsWith('/bookings')) {
      await next(request)
      throw new TypeError('Failed to fetch')
    }
    return next(request)
  }
  expect(errorOf(await bookPark(stay, ahead)).kind).toBe('outcome_unknown')
  isLost = false
  await pullOwn(ahead)
  await ahead.settled()
  expect((await rowsOf(ahead)).map(({ state }) => state)).toEqual(['done'])
  expect((await readBookings(ahead.dbs)).value).toHaveLength(1)
  valueOf(await refreshBookings(ahead))
})

test('a booking that never arrived is not taken for the equal one that the driver made on another phone', async () => {
  const email = newEmail()
  const first = await signedInPhone(provider, email)
  const second = phoneAt(provider)
  valueOf(await signIn({ identifier: email, password: PASSWORD }, second))
  await second.settled()
  const stay = stayAt(provider, park)
  second.line.through = (request, next) =>
    request.method === 'POST' && request.url.endsWith('/bookings')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : next(request)
  expect(errorOf(await bookPark(stay, second)).kind).toBe('outcome_unknown')
  valueOf(await bookPark(stay, first))
  await pullOwn(second)
  await second.settled()
  expect((await readBookings(second.dbs)).value).toHaveLength(1)
  expect((await rowsOf(second)).map(({ state }) => state)).toEqual(['unconfirmed'])
})

test('a second tap for a stay that is booked gives that booking, and nothing is sent', async () => {
  const phone = await signedInPhone(provider)
  const stay = stayAt(provider, park)
  const first = valueOf(await bookPark(stay, phone))
  await phone.settled()
  const writes = keysSent(phone).length
  expect(valueOf(await bookPark(stay, phone)).booking_id).toBe(first.booking_id)
  await phone.settled()
  expect(keysSent(phone)).toHaveLength(writes)
})
