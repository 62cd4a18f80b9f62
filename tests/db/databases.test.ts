import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { findSession } from '../../src/db/read/session.ts'
import { appOutdated } from '../../src/signals/app-outdated.ts'
import { storageBlocked } from '../../src/signals/storage-blocked.ts'
import { sessionOf } from './support/session.ts'

afterEach(() => {
  appOutdated.set(false)
  vi.useRealTimers()
})

const upgrade = async (name: string, indexedDB: IDBFactory): Promise<Dexie> => {
  const newer = new Dexie(name, { indexedDB, IDBKeyRange, cache: 'disabled' })
  newer.version(9).stores({ session: 'id', added: 'id' })
  await newer.open()
  return newer
}

const openAt = (prefix: string, indexedDB: IDBFactory) => openDatabases({ prefix, indexedDB, IDBKeyRange })

test('fault 24: a tab steps aside when another one upgrades its database, reads on, and never writes again', async () => {
  const indexedDB = new IDBFactory()
  const dbs = openAt('upgrade', indexedDB)
  await applySession(dbs, sessionOf(), 1)
  const newer = await upgrade('upgrade-session', indexedDB)
  expect(newer.verno).toBe(9)
  expect(appOutdated.get()).toBe(true)
  expect((await findSession(dbs))?.savedAt).toBe(1)
  await expect(applySession(dbs, sessionOf(), 2)).rejects.toMatchObject({ name: 'StorageError', reason: 'outdated' })
  expect(await newer.table('session').get('session')).toMatchObject({ savedAt: 1 })
})

test('fault 24: old code that starts beside a newer database reads it and does not write to it', async () => {
  const indexedDB = new IDBFactory()
  await applySession(openAt('older', indexedDB), sessionOf(), 1)
  const newer = await upgrade('older-session', indexedDB)
  newer.close()
  appOutdated.set(false)
  const dbs = openAt('older', indexedDB)
  expect((await findSession(dbs))?.savedAt).toBe(1)
  expect(appOutdated.get()).toBe(true)
  await expect(applySession(dbs, sessionOf(), 2)).rejects.toMatchObject({ name: 'StorageError', reason: 'outdated' })
})

test('fault 25: an upgrade that an old tab holds up is said, waited for however long, and goes on when that tab closes', async () => {
  vi.mocked(console.warn).mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const indexedDB = new IDBFactory()
  const oldTab = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('held-session', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('session', { keyPath: 'id' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('not opened')))
  })
  const reading = findSession(openAt('held', indexedDB))
  await vi.waitFor(() => expect(storageBlocked.get()).toBe(true))
  for (let minute = 0; minute < 3; minute += 1) await vi.advanceTimersByTimeAsync(60_000)
  oldTab.close()
  expect(await reading).toBeUndefined()
  expect(storageBlocked.get()).toBe(false)
  expect(vi.mocked(console.warn)).toHaveBeenCalledWith(expect.stringContaining('blocked by other connection'))
  vi.mocked(console.warn).mockClear()
})

test('what stands around a table is built once, and not again by every transaction', async () => {
  const dbs = openAt('once', new IDBFactory())
  await findSession(dbs)
  const { core } = dbs.session
  expect(core.table('session')).toBe(core.table('session'))
})
