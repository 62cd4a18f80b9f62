import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshBookings, refreshVehicles } from '../../src/actions/connection.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { signOut } from '../../src/actions/session.online.ts'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { findSession } from '../../src/db/read/session.ts'
import { must } from '../../src/lib/assert.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, newEmail, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const TOKEN_LIFE_MS = 16 * 60_000
const DAYS_31_MS = 31 * 86_400_000
const isRefresh = (request: Request): boolean => request.url.endsWith('/auth/refresh')
const refreshes = (phone: TestPhone) => phone.line.sent.filter(({ path }) => path === '/auth/refresh')

test('an expired token is refreshed without the driver noticing, once for requests that run together', async () => {
  const phone = await signedInPhone(provider)
  provider.clock.advance(TOKEN_LIFE_MS)
  const results = await Promise.all([refreshBookings(phone), refreshVehicles(phone)])
  expect(results.every((result) => result.ok)).toBe(true)
  expect(refreshes(phone)).toHaveLength(1)
})

test('two tabs and the worker that refresh at once, where no lock keeps them apart, get one successor', async () => {
  const tab = await signedInPhone(provider)
  const here = [tab, tab.restart(), tab.restart()]
  provider.clock.advance(TOKEN_LIFE_MS)
  const results = await Promise.all(here.map((phone) => refreshBookings(phone)))
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(new Set(here.flatMap(refreshes).map(({ key }) => key)).size).toBe(1)
  provider.clock.advance(TOKEN_LIFE_MS)
  for (const phone of here) valueOf(await refreshBookings(phone))
})

test('a lost answer to a refresh signs nobody out: the next try sends the stored key and gets the same successor', async () => {
  const phone = await signedInPhone(provider)
  provider.clock.advance(TOKEN_LIFE_MS)
  phone.line.through = answerLost(isRefresh)
  expect(errorOf(await refreshBookings(phone)).kind).toBe('timeout')
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })

  const next = phone.restart()
  valueOf(await refreshBookings(next))
  expect(refreshes(next).map(({ key }) => key)).toEqual(refreshes(phone).map(({ key }) => key))
  expect(await findSession(next.dbs)).toMatchObject({ live: true, refreshKey: null })
})

test('a session that cannot be refreshed stops sending, but bookings stay readable', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  const park = await insertTestPark(provider.deps.db)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  provider.clock.advance(DAYS_31_MS)
  expect(errorOf(await refreshBookings(phone))).toEqual({ kind: 'signed_out' })
  expect(await findSession(phone.dbs)).toMatchObject({ live: false })
  expect((await readBookings(phone.dbs)).value).toEqual([booking])

  valueOf(await signIn({ identifier: email, password: PASSWORD }, phone))
  await phone.settled()
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })
  expect((await readBookings(phone.dbs)).value).toHaveLength(1)
})

test('a wrong password is refused and changes nothing', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  await signOut(phone)
  const error = errorOf(await signIn({ identifier: email, password: 'not the password' }, phone))
  expect(error).toMatchObject({ kind: 'refused', code: 'invalid_credentials' })
  expect(await findSession(phone.dbs)).toBeUndefined()
})

test('signing out clears the phone with no connection', async () => {
  const phone = await signedInPhone(provider)
  const park = await insertTestPark(provider.deps.db)
  valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  phone.line.through = offline
  await signOut(phone)
  const next = phone.restart()
  expect(await findSession(next.dbs)).toBeUndefined()
  expect((await readBookings(next.dbs)).value).toEqual([])
})

test('an answer that comes after the sign-out does not bring the database back', async () => {
  const phone = await signedInPhone(provider)
  const { user } = must(await findSession(phone.dbs), 'session')
  const park = await insertTestPark(provider.deps.db)
  phone.line.through = async (request, next) => {
    const response = await next(request)
    if (request.method === 'POST' && request.url.endsWith('/bookings')) await signOut(phone)
    return response
  }
  await bookPark(stayAt(provider, park), phone)
  await phone.settled()
  expect(await phone.dbs.user(user.user_id).bookings.count()).toBe(0)
})
