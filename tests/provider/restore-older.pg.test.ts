import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, restore } from '../../provider/db/backup.ts'
import type { Opening } from '../../provider/db/backup-cipher.ts'
import { assignReceipts, auditLedger, reconcile } from '../../provider/repositories/ledger.ts'
import { balanceOf, createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const PLAIN: Opening = { keys: [], takesPlain: false }

let provider: TestProvider
let driver: TestDriver
let park: TestPark
let file: string
let folder: string

const assign = (): Promise<number> => assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })

/** A backup as written by the release before the ledger's marks, without their table. */
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, { capacity: 50 })
  await mustBook(provider, driver, { parkId: park.id })
  await assign()
  folder = await mkdtemp(join(tmpdir(), 'baywise-older-'))
  file = join(folder, 'older.backup')
  const { owner } = provider.database
  await owner.query(`create schema later; alter table ledger_marks set schema later`)
  await owner.query(`delete from schema_migrations where name = '0038-ledger-marks.sql'`)
  await backup(owner, file, [])
  await owner.query(`alter table later.ledger_marks set schema public; drop schema later`)
  await owner.query(`insert into schema_migrations (name, hash) values ('0038-ledger-marks.sql', 'x')`)
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

test('a backup of an earlier release is put back, what came since is filled from it, and the provider goes on', async () => {
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 200 })
  await assign()
  await restore(provider.database.owner, file, PLAIN)

  expect(await balanceOf(provider, driver)).toBe(10_000 - 450)
  const marks = await provider.deps.db.query<{ name: string }>('select name from ledger_marks order by name')
  expect(marks.map(({ name }) => name)).toEqual(['audit', 'receipts'])
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 300 })
  expect(await assign()).toBe(1)
  await auditLedger(provider.deps.db)
  expect(await reconcile(provider.deps.db)).toEqual([])
})
