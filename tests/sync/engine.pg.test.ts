import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readCountries, readPassKeys } from '../../src/db/read/places.ts'
import { startEngine } from '../../src/sync/engine.ts'
import { isReachable, probe } from '../../src/sync/probe.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { phoneAt, signedInPhone, stayAt, valueOf } from './support/provider-phone.ts'
import { offline, type TestPhone } from './support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const paths = (phone: TestPhone): string[] => phone.line.sent.map(({ path }) => path)

test('the start of the app brings the public lists and the driver’s own rows', async () => {
  const first = await signedInPhone(provider)
  const park = await insertTestPark(provider.deps.db)
  valueOf(await bookPark(stayAt(provider, park), first))
  await first.settled()
  const phone = first.restart()
  const stop = startEngine(phone)
  await phone.settled()
  stop()
  expect(phone.connection.get()).toEqual({ state: 'online', lastSuccessAt: provider.clock.now() })
  expect((await readCountries(phone.dbs)).value).toHaveLength(4)
  expect((await readPassKeys(phone.dbs)).value.length).toBeGreaterThan(0)
  expect((await readBookings(phone.dbs)).value).toHaveLength(1)
})

test('without a connection it probes once and rests; the return of the signal wakes it', async () => {
  const phone = phoneAt(provider)
  const scope = new EventTarget()
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope))
  vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope))
  phone.line.through = offline
  const stop = startEngine(phone)
  await phone.settled()
  expect(paths(phone)).toEqual(['/health'])
  expect(phone.connection.get().state).toBe('offline')

  phone.line.through = (request, next) => next(request)
  scope.dispatchEvent(new Event('online'))
  await phone.settled()
  stop()
  expect(paths(phone)).toEqual(['/health', '/health', '/countries', '/pass/keys'])
  expect(phone.connection.get().state).toBe('online')
})

test('fault 32: a signal that returns while a probe still hangs on the old connection is used at once', async () => {
  const phone = phoneAt(provider)
  const scope = new EventTarget()
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope))
  vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope))
  const hung = Promise.withResolvers<Response>()
  phone.line.through = () => hung.promise
  const stop = startEngine(phone)
  await vi.waitFor(() => expect(paths(phone)).toEqual(['/health']))
  phone.line.through = (request, next) => next(request)
  scope.dispatchEvent(new Event('online'))
  hung.reject(new TypeError('Failed to fetch'))
  await phone.settled()
  stop()
  expect(phone.connection.get().state).toBe('online')
})

test('coming back within a minute asks for a sign of life only', async () => {
  const phone = phoneAt(provider)
  const scope = new EventTarget()
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope))
  const stop = startEngine(phone)
  await phone.settled()
  const before = paths(phone).length
  scope.dispatchEvent(new Event('pageshow'))
  await phone.settled()
  stop()
  expect(paths(phone).slice(before)).toEqual(['/health'])
})

test('a hidden page never wakes the network', async () => {
  const phone = phoneAt(provider)
  vi.stubGlobal('document', { visibilityState: 'hidden', addEventListener: vi.fn(), removeEventListener: vi.fn() })
  const stop = startEngine(phone)
  await phone.settled()
  stop()
  expect(paths(phone)).toEqual([])
})

test('the probe tells slow from online and a portal from the provider, and remembers the last success', async () => {
  const phone = phoneAt(provider)
  phone.line.through = async (request, next) => {
    provider.clock.advance(3_000)
    return next(request)
  }
  expect((await probe(phone)).state).toBe('slow')
  const lastSuccessAt = provider.clock.now()
  phone.line.through = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  expect(await probe(phone)).toEqual({ state: 'offline', lastSuccessAt })
  expect(await isReachable(phone)).toBe(false)
})

test('a recent answer of any kind saves the probe before a write', async () => {
  const phone = phoneAt(provider)
  await probe(phone)
  expect(await isReachable(phone)).toBe(true)
  expect(paths(phone)).toEqual(['/health'])
  provider.clock.advance(21_000)
  expect(await isReachable(phone)).toBe(true)
  expect(paths(phone)).toEqual(['/health', '/health'])
})
