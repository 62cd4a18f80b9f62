import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { applyParks } from '../../src/db/apply/parks.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readCountries } from '../../src/db/read/places.ts'
import { readParkSearch } from '../../src/db/read/park-search.ts'
import { readPark } from '../../src/db/read/park.ts'
import { findSession } from '../../src/db/read/session.ts'
import { onSession } from '../../src/db/with-db.ts'
import { selectedCountry } from '../../src/signals/selected-country.ts'
import { storageLost } from '../../src/signals/storage-lost.ts'
import { storageSlow } from '../../src/signals/storage-slow.ts'
import { storageMode } from '../../src/lib/storage-trouble.ts'
import { createDeviceStorage, openTabStorage } from '../simulation/world/storage.ts'
import { parkOf } from './support/park.ts'
import { sessionOf } from './support/session.ts'

const CANADA = {
  code: 'CA',
  name: 'Canada',
  autoDetected: false,
  fallback: false,
  ip: null,
  city: null,
  region: null,
} as const

/** In a different tile, but in the same shards. */
const BUFFALO = parkOf({ id: 2, country_code: 'US', slug: 'park-buffalo-2', code: 'US2', lat: 42.88, lng: -78.87 })

afterEach(() => {
  selectedCountry.set(null)
  storageMode.set('kept')
  storageLost.set(false)
  vi.useRealTimers()
})

let count = 0
const openAt = (indexedDB: IDBFactory) => {
  count += 1
  return openDatabases({ prefix: `trouble-${String(count)}`, indexedDB, IDBKeyRange })
}

const errorNamed = (name: string): Error => Object.assign(new Error(name), { name })

/** A browser whose `open` fails in the given way while `isBroken` is set. */
class FaultyFactory extends IDBFactory {
  readonly #fault: (open: () => ReturnType<IDBFactory['open']>) => ReturnType<IDBFactory['open']>

  constructor(fault: (open: () => ReturnType<IDBFactory['open']>) => ReturnType<IDBFactory['open']>) {
    super()
    this.#fault = fault
  }

  override open(name: string, version?: number): ReturnType<IDBFactory['open']> {
    return this.#fault(() => super.open(name, version))
  }
}

test('fault 41: where the browser forbids its database, everything is kept in memory instead, and that is said', async () => {
  const dbs = openAt(
    new FaultyFactory(() => {
      throw new DOMException('The user denied permission', 'SecurityError')
    }),
  )
  expect(await findSession(dbs)).toBeUndefined()
  expect(storageMode.get()).toBe('memory')
  await applySession(dbs, sessionOf(), 1)
  await applyParks(dbs, [parkOf({ id: 1 })], 5)
  expect((await findSession(dbs))?.savedAt).toBe(1)
  expect((await readPark('park-toronto-1', dbs)).savedAt).toBe(5)
})

test('fault 47: an open that never answers is given up after ten seconds, tried anew once, then said', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let opens = 0
  const silent = new FaultyFactory((open) => {
    opens += 1
    const request = open()
    Object.defineProperty(request, 'onsuccess', { set() {} })
    Object.defineProperty(request, 'onupgradeneeded', { set() {} })
    return request
  })
  const reading = findSession(openAt(silent))
  const outcome = expect(reading).rejects.toMatchObject({ name: 'StorageError', reason: 'broken' })
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.advanceTimersByTimeAsync(10_000)
  await outcome
  expect(opens).toBe(2)
})

test('a storage that takes three seconds to open is said to be slow after two, and is then read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let opens = 0
  let answer: (() => void) | undefined
  const slow = new FaultyFactory((open) => {
    opens += 1
    const request = open()
    let told: ((event: Event) => void) | null = null
    Object.defineProperty(request, 'onsuccess', {
      set(listener: (event: Event) => void) {
        told = listener
      },
    })
    request.addEventListener('success', (event) => {
      answer = () => told?.call(request, event)
    })
    return request
  })
  const reading = findSession(openAt(slow))
  await vi.advanceTimersByTimeAsync(1900)
  expect(storageSlow.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(storageSlow.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(900)
  vi.useRealTimers()
  await vi.waitFor(() => expect(answer).toBeDefined())
  answer?.()
  expect(await reading).toBeUndefined()
  expect(storageSlow.get()).toBe(false)
  expect(opens).toBe(1)
})

test('fault 47: a hung open does not hold up the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isSilent = true
  const dbs = openAt(
    new FaultyFactory((open) => {
      const request = open()
      if (isSilent) Object.defineProperty(request, 'onsuccess', { set() {} })
      isSilent = false
      return request
    }),
  )
  const reading = findSession(dbs)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await reading).toBeUndefined()
})

test.each(['UnknownError', 'DatabaseClosedError', 'InvalidStateError'])(
  'fault 47: after %s the database is opened anew and asked once more, and only once',
  async (name) => {
    const dbs = openAt(new IDBFactory())
    await findSession(dbs)
    let tries = 0
    const failing = (failures: number) => async (): Promise<string> => {
      tries += 1
      if (tries <= failures) throw errorNamed(name)
      return Promise.resolve('read')
    }
    expect(await onSession(dbs, failing(1))).toBe('read')
    expect(tries).toBe(2)
    tries = 0
    await expect(onSession(dbs, failing(9))).rejects.toMatchObject({ name: 'StorageError', reason: 'broken' })
    expect(tries).toBe(2)
  },
)

test('fault 47: calls that fail together share one new connection', async () => {
  const dbs = openAt(new IDBFactory())
  await applySession(dbs, sessionOf(), 1)
  const before = dbs.session
  before.close()
  const rows = await Promise.all([findSession(dbs), findSession(dbs), findSession(dbs)])
  expect(rows.map((row) => row?.savedAt)).toEqual([1, 1, 1])
  expect(dbs.session).not.toBe(before)
})

test('a bug in what was asked is not taken for trouble with the storage', async () => {
  const dbs = openAt(new IDBFactory())
  let tries = 0
  const asking = onSession(dbs, () => {
    tries += 1
    return Promise.reject(new RangeError('bug'))
  })
  await expect(asking).rejects.toThrow('bug')
  expect(tries).toBe(1)
})

test('fault 21: a full phone gives up its car parks and writes again; what still does not fit is said', async () => {
  const dbs = openAt(new IDBFactory())
  await applyParks(dbs, [parkOf({ id: 1 })], 5)
  let tries = 0
  const writing = (failures: number) => () => {
    tries += 1
    return tries <= failures ? Promise.reject(errorNamed('QuotaExceededError')) : Promise.resolve('written')
  }
  expect(await onSession(dbs, writing(4))).toBe('written')
  expect((await readPark('park-toronto-1', dbs)).value).toBeNull()
  tries = 0
  await expect(onSession(dbs, writing(9))).rejects.toMatchObject({ name: 'StorageError', reason: 'full' })
})

test("fault 21: images go first, then other countries' parks, before the parks of the own country", async () => {
  const caches = new Map([
    ['baywise-tiles', 1],
    ['workbox-precache', 1],
  ])
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...caches.keys()]),
    delete: (name: string) => Promise.resolve(caches.delete(name)),
  })
  selectedCountry.set(CANADA)
  const dbs = openAt(new IDBFactory())
  await applyParks(dbs, [parkOf({ id: 1 }), BUFFALO], 5)
  let [tries, until] = [0, 2]
  const writing = () => {
    tries += 1
    return tries < until ? Promise.reject(errorNamed('QuotaExceededError')) : Promise.resolve('written')
  }
  expect(await onSession(dbs, writing)).toBe('written')
  expect([...caches.keys()]).toEqual(['workbox-precache'])
  expect((await readPark('park-buffalo-2', dbs)).savedAt).toBe(5)
  tries = 0
  until = 4
  expect(await onSession(dbs, writing)).toBe('written')
  expect((await readPark('park-buffalo-2', dbs)).value).toBeNull()
  expect((await readPark('park-toronto-1', dbs)).savedAt).toBe(5)
})

test('fault 21: on a disk that takes not one byte more, room is made by deleting alone, and what needed it is written', async () => {
  selectedCountry.set(CANADA)
  const disk = createDeviceStorage()
  const dbs = openAt(openTabStorage(disk).factory)
  await applyParks(dbs, [parkOf({ id: 1 }), BUFFALO], 5)
  Object.assign(disk, { trouble: 'packed', troubleLeft: 1 })
  await applySession(dbs, sessionOf('01890a5d-ac96-774b-bcce-b302099a00aa'), 1)
  expect((await findSession(dbs))?.live).toBe(true)
  expect((await readPark('park-buffalo-2', dbs)).value).toBeNull()
  // The car parks nearest to the driver stay, and are still found by their words.
  expect((await readPark('park-toronto-1', dbs)).savedAt).toBe(5)
  expect((await readParkSearch({ text: 'park', limit: 5 }, dbs)).value.map(({ id }) => id)).toEqual([1])
})

test('fault 21: a step of making room that fails does not keep the next from being taken', async () => {
  const dbs = openAt(new IDBFactory())
  await applyParks(dbs, [parkOf({ id: 1 })], 5)
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(['baywise-tiles', 'baywise-photos']),
    delete: () => Promise.reject(errorNamed('QuotaExceededError')),
  })
  let tries = 0
  const writing = () => {
    tries += 1
    return tries <= 4 ? Promise.reject(errorNamed('QuotaExceededError')) : Promise.resolve('written')
  }
  expect(await onSession(dbs, writing)).toBe('written')
  expect((await readPark('park-toronto-1', dbs)).value).toBeNull()
})

test('fault 22: a database that is deleted under the open app is made anew, and the loss is said', async () => {
  const indexedDB = new IDBFactory()
  const dbs = openAt(indexedDB)
  await applySession(dbs, sessionOf(), 1)
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(dbs.session.name)
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })
  expect(storageLost.get()).toBe(false)
  expect(await findSession(dbs)).toBeUndefined()
  expect(storageLost.get()).toBe(true)
  await applySession(dbs, sessionOf(), 2)
  expect((await findSession(dbs))?.savedAt).toBe(2)
})

test('a first visit is no loss', async () => {
  const dbs = openAt(new IDBFactory())
  await readCountries(dbs)
  await findSession(dbs)
  expect(storageLost.get()).toBe(false)
})
