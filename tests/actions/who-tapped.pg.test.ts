import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark, holdForPayment } from '../../src/actions/bookings.online.ts'
import { openSession } from '../../src/actions/session.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { requestWithdrawal, topUp } from '../../src/actions/wallet.online.ts'
import type { SessionWire } from '../../src/contract/auth.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { userHash } from '../../src/db/user-hash.ts'
import { ok } from '../../src/lib/result.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { PASSWORD, signUp } from '../provider/support/accounts.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { confirming } from '../provider/support/confirming.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import {
  errorOf,
  lostKeyOf,
  newEmail,
  payIn,
  signedInPhone,
  stayAt,
  userIdOf,
  valueOf,
} from '../sync/support/provider-phone.ts'
import { answerLost, type Line, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = confirming(await startTestProvider())
})
afterAll(() => provider.close())

const isProbe = (request: Request): boolean => request.url.endsWith('/health')
const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const isMoney = (request: Request): boolean => request.method === 'POST' && request.url.includes('/wallet/')

const newDriver = (): Promise<SessionWire> => signUp(provider, newEmail(), { country_code: 'CA' })

/** Counts a driver's rows at the provider with the driver's own token, bypassing every phone. */
async function countAt(path: string, token: string): Promise<number> {
  const answer = await provider.request('GET', `/api/v1${path}`, { token })
  return ((await answer.json()) as { total: number }).total
}
const bookingsOf = (token: string) => countAt('/bookings/list?status_filter=all&page=1&size=10', token)
const movesOf = (token: string) => countAt('/wallet/transactions?currency=CAD&page=1&size=10', token)

/** Answers the next probe only after `other` has signed in, in `tab`. */
function signInDuringProbe(tab: TestPhone, other: SessionWire): Line['through'] {
  let isOver = false
  return async (request, next) => {
    if (isProbe(request) && !isOver) {
      isOver = true
      valueOf(await openSession(tab, ok(other)))
    }
    return next(request)
  }
}

/** Makes the next tap probe the connection first. */
function doubtConnection(): void {
  provider.clock.advance(60_000)
}

const PLACES = ['on this page', 'in another tab'] as const
const tabOf = (phone: TestPhone, place: (typeof PLACES)[number]): TestPhone =>
  place === 'on this page' ? phone : phone.tab()

test.each(PLACES)(
  'one driver books, another signs in %s before it is sent: nothing is booked for either, and the first is told',
  async (place) => {
    const [phone, park, other] = [
      await signedInPhone(provider),
      await insertTestPark(provider.deps.db),
      await newDriver(),
    ]
    const [first, tab] = [await userIdOf(phone), tabOf(phone, place)]
    const before = await movesOf(other.access_token)
    doubtConnection()
    phone.line.through = signInDuringProbe(tab, other)
    expect(errorOf(await bookPark(stayAt(provider, park), phone))).toEqual({ kind: 'signed_out' })
    for (const each of [phone, tab]) await each.settled()
    expect([...phone.line.sent, ...tab.line.sent].filter(({ path }) => path === '/bookings')).toEqual([])
    expect(await bookingsOf(other.access_token)).toBe(0)
    expect(await movesOf(other.access_token)).toBe(before)
    // The first driver's database is deleted on the switch and is not created again.
    const names = (await phone.storage.indexedDB.databases()).map(({ name }) => name)
    expect(names.filter((name) => name?.endsWith(userHash(first)))).toEqual([])
  },
)

test('a booking tapped while the storage hangs is not made for the driver who signs in before it answers', async () => {
  const [phone, park, other] = [
    await signedInPhone(provider),
    await insertTestPark(provider.deps.db),
    await newDriver(),
  ]
  const hung = Promise.withResolvers<undefined>()
  const { session } = phone.dbs.session
  const late = () => hung.promise.then(() => session.toCollection().first())
  // The cast hides `get`'s overloads and Dexie's own promise type, neither of which matters here.
  const read = vi.spyOn(session, 'get').mockImplementation(late as never)
  const tapped = bookPark(stayAt(provider, park), phone)
  read.mockRestore()
  valueOf(await openSession(phone, ok(other)))
  hung.resolve(undefined)
  expect(errorOf(await tapped)).toEqual({ kind: 'signed_out' })
  await phone.settled()
  expect(await bookingsOf(other.access_token)).toBe(0)
})

test('one driver’s top-up and withdrawal, tapped before another signed in, move nobody’s money', async () => {
  for (const tap of [
    (phone: TestPhone) => topUp({ amountMinor: 2_500, currency: 'CAD' }, phone),
    (phone: TestPhone) => requestWithdrawal({ amountMinor: 1_000, currency: 'CAD' }, phone),
  ]) {
    const [phone, other] = [await signedInPhone(provider), await newDriver()]
    doubtConnection()
    phone.line.through = signInDuringProbe(phone, other)
    expect(errorOf(await tap(phone))).toEqual({ kind: 'signed_out' })
    await phone.settled()
    expect(phone.line.sent.filter(({ method, path }) => method === 'POST' && path.startsWith('/wallet'))).toEqual([])
  }
})

interface Lost {
  readonly what: string
  readonly isIt: (request: Request) => boolean
  readonly tap: (phone: TestPhone) => Promise<string>
}

const LOST: readonly Lost[] = [
  {
    what: 'a booking',
    isIt: isBooking,
    tap: async (phone) => lostKeyOf(bookPark(stayAt(provider, await insertTestPark(provider.deps.db)), phone)),
  },
  {
    what: 'a payment',
    isIt: isBooking,
    tap: async (phone) => {
      const stay = stayAt(provider, await insertTestPark(provider.deps.db))
      return lostKeyOf(holdForPayment({ ...stay, zone: 'America/Toronto' }, phone))
    },
  },
  {
    what: 'a withdrawal',
    isIt: isMoney,
    tap: (phone) => lostKeyOf(requestWithdrawal({ amountMinor: 1_000, currency: 'CAD' }, phone)),
  },
]

test.each(LOST)('“Try again” of $what never goes out as another driver who signed in meanwhile', async (lost) => {
  const email = newEmail()
  const [phone, other] = [await signedInPhone(provider, email), await newDriver()]
  if (lost.what === 'a withdrawal') await payIn(provider, phone)
  phone.line.through = (request, next) => (lost.isIt(request) ? offline(request, next) : next(request))
  const key = await lost.tap(phone)
  doubtConnection()
  const sent = phone.line.sent.length
  phone.line.through = signInDuringProbe(phone, other)
  expect(errorOf(await tryAgain(key, phone))).toEqual({ kind: 'signed_out' })
  await phone.settled()
  expect(phone.line.sent.slice(sent).filter((request) => request.key === key)).toEqual([])
  // Nor later: the other driver can neither see nor send the row.
  expect(await readPending(phone.dbs)).toEqual([])
  expect(valueOf(await tryAgain(key, phone))).toBeNull()
  expect(await bookingsOf(other.access_token)).toBe(0)
  // The row waits for the driver who tapped.
  valueOf(await signIn({ identifier: email, password: PASSWORD }, phone))
  await phone.settled()
  expect(await readPending(phone.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
})

test('a booking that another’s sign-in cut off is found by its key when its driver signs in again', async () => {
  const email = newEmail()
  const [phone, park, other] = [
    await signedInPhone(provider, email),
    await insertTestPark(provider.deps.db),
    await newDriver(),
  ]
  const lose = answerLost(isBooking)
  phone.line.through = async (request, next) => {
    if (isBooking(request)) {
      phone.line.through = signInDuringProbe(phone, other)
      return lose(request, next)
    }
    return next(request)
  }
  expect(errorOf(await bookPark(stayAt(provider, park), phone))).toEqual({ kind: 'signed_out' })
  await phone.settled()
  phone.line.through = passing
  expect(phone.line.sent.filter(({ path }) => path === '/bookings')).toHaveLength(1)
  expect(await bookingsOf(other.access_token)).toBe(0)
  valueOf(await signIn({ identifier: email, password: PASSWORD }, phone))
  await phone.settled()
  await pullOwn(phone)
  expect((await readBookings(phone.dbs)).value).toMatchObject([{ park_id: park.id, status: 'active' }])
  expect(await readPending(phone.dbs)).toEqual([])
  expect(phone.line.sent.filter(({ path }) => path === '/bookings')).toHaveLength(1)
})
