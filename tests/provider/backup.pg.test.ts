import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, restore } from '../../provider/db/backup.ts'
import { assignReceipts, reconcile } from '../../provider/repositories/ledger.ts'
import { balanceOf, createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark
let folder: string

beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, { capacity: 50, name: 'Tab\there "and" \\ there\nnewline é' })
  folder = await mkdtemp(join(tmpdir(), 'baywise-backup-'))
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

test('a restored backup is the provider of that moment, and goes on', async () => {
  const { db } = provider.deps
  const first = await mustBook(provider, driver, { parkId: park.id })
  expect(await assignReceipts(db, { everything: true, nowMs: provider.clock.now() })).toBe(1)
  const file = join(folder, 'one.backup')
  await backup(provider.database.owner, file)
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 200 })
  await restore(provider.database.owner, file)

  expect(await balanceOf(provider, driver)).toBe(10_000 - 450)
  const rows = await db.query<{ booking_id: string; name: string }>(
    'select b.booking_id, k.name from bookings b join parks k on k.id = b.park_id',
  )
  expect(rows).toEqual([{ booking_id: first.booking_id, name: park.name }])
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 300 })
  expect(await assignReceipts(db, { everything: false, nowMs: provider.clock.now() })).toBe(1)
  expect(await reconcile(db)).toEqual([])
  const receipts = await db.query<{ number: number }>('select number from receipts order by number')
  expect(receipts.map(({ number }) => number)).toEqual([1, 2])
})

test('a backup taken while bookings come in is of one moment', async () => {
  const { db } = provider.deps
  const drivers = await Promise.all(Array.from({ length: 10 }, () => createDriver(provider)))
  const booking = Promise.all(
    drivers.map((one, index) => mustBook(provider, one, { parkId: park.id, fromMinutes: 60 + index })),
  )
  const file = join(folder, 'busy.backup')
  await backup(provider.database.owner, file)
  await booking
  await restore(provider.database.owner, file)
  expect(await reconcile(db)).toEqual([])
})

test('a foreign or damaged file changes nothing', async () => {
  const file = join(folder, 'foreign')
  await writeFile(file, 'not a backup')
  const before = await balanceOf(provider, driver)
  await expect(restore(provider.database.owner, file)).rejects.toThrow()
  await expect(restore(provider.database.owner, join(folder, 'missing'))).rejects.toThrow('ENOENT')
  expect(await balanceOf(provider, driver)).toBe(before)
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})
