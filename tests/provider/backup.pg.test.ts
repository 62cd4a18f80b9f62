import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drill } from '../../provider/cli/drill.ts'
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

test('a drill says of a backup that it is whole, and of one whose money does not agree what differs, beside whatever runs', async () => {
  const file = join(folder, 'drill.backup')
  await backup(provider.database.owner, file)
  const before = await balanceOf(provider, driver)
  const whole = await drill(file, [])
  expect(whole.lines.join('\n')).toMatch(/\d+ bookings, the newest of 20[^]*The backup is whole/)
  expect(whole.exitCode).toBe(0)

  const text = gunzipSync(await readFile(file)).toString()
  const wrong = join(folder, 'wrong.backup')
  const [, table = '', columns = ''] = /\n(copy [^\n]*"table":"wallets"[^\n]*)\n([^\n]*)/.exec(text) ?? []
  const at = (JSON.parse(table.slice('copy '.length)) as { columns: string[] }).columns.indexOf('balance_minor')
  const cells = columns.split('\t')
  const changed = cells.with(at, String(Number(cells[at]) + 1)).join('\t')
  await writeFile(wrong, gzipSync(text.replace(columns, changed)))
  const differs = await drill(wrong, [])
  expect(differs.lines.at(-1)).toBe('The backup is NOT whole.')
  expect(differs.exitCode).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(before)
})

test('half a file and a file of a newer release are refused, and change nothing', async () => {
  const file = join(folder, 'good.backup')
  await backup(provider.database.owner, file)
  const before = await balanceOf(provider, driver)
  const bytes = await readFile(file)
  const half = join(folder, 'half.backup')
  await writeFile(half, bytes.subarray(0, bytes.length / 2))
  await expect(restore(provider.database.owner, half)).rejects.toThrow('unexpected end of file')
  const text = gunzipSync(bytes).toString()
  // What was cut before it was compressed is a whole file of gzip.
  await writeFile(half, gzipSync(text.slice(0, text.length / 2)))
  await expect(restore(provider.database.owner, half)).rejects.toThrow('The backup ends inside')
  const newer = join(folder, 'newer.backup')
  await writeFile(newer, gzipSync(text.replace('"migrations":[', '"migrations":["9999-of-tomorrow",')))
  await expect(restore(provider.database.owner, newer)).rejects.toThrow('another version')
  expect(await balanceOf(provider, driver)).toBe(before)
})
