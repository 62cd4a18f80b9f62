import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/db/outbox-row.ts'
import { PublicDb, UserDb } from '../../src/db/schema.ts'

/** Tables that each release so far added, by database version. */
const USER: readonly Readonly<Record<string, string>>[] = [
  {
    bookings: 'id, code',
    vehicles: 'id',
    wallets: 'currency',
    transactions: 'id, [currency+created_at]',
    intents: 'id',
    gone: 'id',
    counters: 'key',
    saved: 'key',
  },
  { outbox: 'id, seq, entity, state' },
  { payments: 'reference, [currency+createdAt]', paymentWishes: 'id', receipts: 'number' },
  { blockedAttempts: 'id' },
  { favourites: 'id' },
  { parked: 'id' },
  { scans: 'id' },
]
const PUBLIC: readonly Readonly<Record<string, string>>[] = [
  {
    countries: 'id',
    tiles: 'cell',
    shards: 'token',
    parkKeys: 'id, slug, code',
    passKeys: 'kid',
    recents: 'key, [kind+at]',
    saved: 'key',
  },
  { install: 'key' },
  { states: 'id, country_id' },
  { regions: 'region', packFiles: '[region+hash]', stagedFiles: '[region+hash]' },
  { blocks: 'block', blockWords: 'block', revisions: 'key' },
  {},
  { blockStarts: 'block' },
]

const upTo = (releases: typeof USER, version: number) => releases.slice(0, version).flatMap(Object.entries)

/** Leaves a database as the release of that version did, with one row that must survive. */
async function leave(name: string, tables: readonly (readonly [string, string])[], version: number) {
  const indexedDB = new IDBFactory()
  const db = new Dexie(name, { indexedDB, IDBKeyRange, cache: 'disabled' })
  db.version(version).stores(Object.fromEntries(tables))
  await db.table('saved').put({ key: 'list', savedAt: 1 })
  db.close()
  return { indexedDB, IDBKeyRange, cache: 'disabled' } as const
}

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a driver’s database of version %i gets the tables that it lacks, and loses no row',
  async (version) => {
    const options = await leave('user', upTo(USER, version), version)
    const db = new UserDb('user', options, ownerOf('0192f0c1-0000-7000-8000-000000000001'))
    await db.open()
    const found = [...db.backendDB().objectStoreNames]
    expect(found).toEqual(
      upTo(USER, USER.length)
        .map(([name]) => name)
        .toSorted(),
    )
    expect(await db.saved.get('list')).toEqual({ key: 'list', savedAt: 1 })
    for (const table of db.tables) await expect(table.count(), table.name).resolves.toBeGreaterThanOrEqual(0)
    db.close()
  },
)

test.each([1, 2, 3, 4, 5, 6, 7])(
  'the public database of version %i gets the tables that it lacks, and loses no row',
  async (version) => {
    const options = await leave('public', upTo(PUBLIC, version), version)
    const db = new PublicDb('public', options)
    await db.open()
    expect([...db.backendDB().objectStoreNames]).toEqual(
      upTo(PUBLIC, PUBLIC.length)
        .map(([name]) => name)
        .toSorted(),
    )
    expect(await db.saved.get('list')).toEqual({ key: 'list', savedAt: 1 })
    db.close()
  },
)
