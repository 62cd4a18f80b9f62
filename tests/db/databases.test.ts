import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { openDatabases } from '../../src/db/databases.ts'
import { findSession } from '../../src/db/read/session.ts'
import { appOutdated } from '../../src/lib/app-outdated.ts'

afterEach(() => appOutdated.set(false))

const upgrade = async (name: string, indexedDB: IDBFactory): Promise<Dexie> => {
  const newer = new Dexie(name, { indexedDB, IDBKeyRange, cache: 'disabled' })
  newer.version(9).stores({ session: 'id', added: 'id' })
  await newer.open()
  return newer
}

test('a tab steps aside when another one upgrades its database, and does not come back with old code', async () => {
  const indexedDB = new IDBFactory()
  const dbs = openDatabases({ prefix: 'upgrade', indexedDB, IDBKeyRange })
  expect(await findSession(dbs)).toBeUndefined()
  const newer = await upgrade('upgrade-session', indexedDB)
  expect(newer.verno).toBe(9)
  expect(appOutdated.get()).toBe(true)
  await expect(findSession(dbs)).rejects.toMatchObject({ name: 'StorageError', reason: 'outdated' })
})

test('old code that starts beside a newer database does not write to it', async () => {
  const indexedDB = new IDBFactory()
  const newer = await upgrade('older-session', indexedDB)
  newer.close()
  const dbs = openDatabases({ prefix: 'older', indexedDB, IDBKeyRange })
  await expect(findSession(dbs)).rejects.toMatchObject({ name: 'StorageError', reason: 'outdated' })
  expect(appOutdated.get()).toBe(true)
})
