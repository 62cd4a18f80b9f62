import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drill } from '../../provider/cli/drill.ts'
import { backup, restore } from '../../provider/db/backup.ts'
import type { Opening } from '../../provider/db/backup-cipher.ts'
import { assignReceipts, reconcile } from '../../provider/repositories/ledger.ts'
import { balanceOf, createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const PLAIN: Opening = { keys: [], takesPlain: false }

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
  expect(await assignReceipts(db, { nowMs: provider.clock.now() })).toBe(1)
  const file = join(folder, 'one.backup')
  await backup(provider.database.owner, file, [])
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 200 })
  await restore(provider.database.owner, file, PLAIN)

  expect(await balanceOf(provider, driver)).toBe(10_000 - 450)
  const rows = await db.query<{ booking_id: string; name: string }>(
    'select b.booking_id, k.name from bookings b join parks k on k.id = b.park_id',
  )
  expect(rows).toEqual([{ booking_id: first.booking_id, name: park.name }])
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 300 })
  expect(await assignReceipts(db, { nowMs: provider.clock.now() })).toBe(1)
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
  await backup(provider.database.owner, file, [])
  await booking
  await restore(provider.database.owner, file, PLAIN)
  expect(await reconcile(db)).toEqual([])
})

test('a foreign or damaged file changes nothing', async () => {
  const file = join(folder, 'foreign')
  await writeFile(file, 'not a backup')
  const before = await balanceOf(provider, driver)
  await expect(restore(provider.database.owner, file, PLAIN)).rejects.toThrow('not a Baywise backup')
  await writeFile(file, gzipSync('also not a backup\n'))
  await expect(restore(provider.database.owner, file, PLAIN)).rejects.toThrow('not a Baywise backup')
  await expect(restore(provider.database.owner, join(folder, 'missing'), PLAIN)).rejects.toThrow('ENOENT')
  expect(await balanceOf(provider, driver)).toBe(before)
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('a drill says of a backup that it is whole, and of one whose money does not agree what differs, beside whatever runs', async () => {
  const file = join(folder, 'drill.backup')
  await backup(provider.database.owner, file, [])
  const before = await balanceOf(provider, driver)
  const whole = await drill(file, { keyEncryptionKeys: [], opening: PLAIN })
  expect(whole.lines.join('\n')).toMatch(/\d+ bookings, the newest of 20[^]*The backup is whole/)
  expect(whole.exitCode).toBe(0)

  const text = gunzipSync(await readFile(file)).toString()
  const wrong = join(folder, 'wrong.backup')
  const [, table = '', columns = ''] = /\n(copy [^\n]*"table":"wallets"[^\n]*)\n([^\n]*)/.exec(text) ?? []
  const at = (JSON.parse(table.slice('copy '.length)) as { columns: string[] }).columns.indexOf('balance_minor')
  const cells = columns.split('\t')
  const changed = cells.with(at, String(Number(cells[at]) + 1)).join('\t')
  await writeFile(wrong, gzipSync(text.replace(columns, changed)))
  const differs = await drill(wrong, { keyEncryptionKeys: [], opening: PLAIN })
  expect(differs.lines.at(-1)).toBe('The backup is NOT whole.')
  expect(differs.exitCode).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(before)
})

test('half a file and a file of a newer release are refused, and change nothing', async () => {
  const file = join(folder, 'good.backup')
  await backup(provider.database.owner, file, [])
  const before = await balanceOf(provider, driver)
  const bytes = await readFile(file)
  const half = join(folder, 'half.backup')
  await writeFile(half, bytes.subarray(0, bytes.length / 2))
  await expect(restore(provider.database.owner, half, PLAIN)).rejects.toThrow('unexpected end of file')
  const text = gunzipSync(bytes).toString()
  // A text cut before compression still makes a complete gzip file.
  await writeFile(half, gzipSync(text.slice(0, text.length / 2)))
  await expect(restore(provider.database.owner, half, PLAIN)).rejects.toThrow('The backup ends inside')
  const newer = join(folder, 'newer.backup')
  await writeFile(newer, gzipSync(text.replace('"migrations":[', '"migrations":["9999-of-tomorrow",')))
  await expect(restore(provider.database.owner, newer, PLAIN)).rejects.toThrow('a later release')
  expect(await balanceOf(provider, driver)).toBe(before)
})

describe('an encrypted backup', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const encrypted = (): string => join(folder, 'encrypted.backup')
  const open = (file: string, ...keys: readonly Buffer[]): Promise<void> =>
    restore(provider.database.owner, file, { keys, takesPlain: false })
  beforeAll(async () => {
    // More than one piece of data that gzip cannot shrink.
    const { db } = provider.deps
    await db.query(
      "insert into secrets (name, value) select 'filler-' || n, encode(sha512(n::text::bytea), 'base64') from generate_series(1, 3000) n",
    )
    await backup(provider.database.owner, encrypted(), [key])
  })

  test('shows nothing of what is in it, and is put back with its key, also when that is no longer the newest', async () => {
    const before = await balanceOf(provider, driver)
    const bytes = await readFile(encrypted())
    expect(bytes.length).toBeGreaterThan(3 * 65_536)
    expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08, 0x00]))).toBe(false)
    await mustBook(provider, driver, { parkId: park.id, fromMinutes: 400 })
    await open(encrypted(), other, key)
    expect(await balanceOf(provider, driver)).toBe(before)
  })

  test.each([
    ['without a key', [], 'set BACKUP_KEY_FILE'],
    ['with another key', [other], 'a key that is not in the file'],
  ])('is refused %s: a matter of the settings', async (_how, keys, why) => {
    await expect(open(encrypted(), ...keys)).rejects.toMatchObject({
      message: expect.stringContaining(why) as string,
      exitCode: 78,
    })
  })

  const HEAD = 69
  const PIECE = 65_536 + 16
  const changes: readonly (readonly [how: string, change: (bytes: Buffer) => Buffer])[] = [
    ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['cut between two pieces', (bytes) => bytes.subarray(0, HEAD + PIECE)],
    ['cut in its head', (bytes) => bytes.subarray(0, 40)],
    ['without its last byte', (bytes) => bytes.subarray(0, -1)],
    ['with a byte more', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
    ['without its first piece', (bytes) => Buffer.concat([bytes.subarray(0, HEAD), bytes.subarray(HEAD + PIECE)])],
    [
      'with two pieces in the other order',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, HEAD),
          bytes.subarray(HEAD + PIECE, HEAD + 2 * PIECE),
          bytes.subarray(HEAD, HEAD + PIECE),
          bytes.subarray(HEAD + 2 * PIECE),
        ]),
    ],
    ['with one bit changed', (bytes) => bytes.with(bytes.length - 30, (bytes.at(-30) ?? 0) ^ 1) as Buffer],
  ]
  test.each(changes)('is refused %s, and nothing is changed', async (_how, change) => {
    const file = join(folder, 'changed.backup')
    await writeFile(file, change(await readFile(encrypted())))
    const before = await balanceOf(provider, driver)
    await expect(open(file, key)).rejects.toMatchObject({
      message: expect.stringContaining('damaged') as string,
      exitCode: 65,
    })
    expect(await balanceOf(provider, driver)).toBe(before)
  })

  test('one that is not encrypted is taken beside a key only when that is asked for', async () => {
    const file = join(folder, 'plain.backup')
    await backup(provider.database.owner, file, [])
    await expect(open(file, key)).rejects.toMatchObject({ message: expect.stringContaining('--plain') as string })
    await restore(provider.database.owner, file, { keys: [key], takesPlain: true })
  })
})
