import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runArchive, runRestoreAt } from '../../provider/cli/moments.ts'
import { type ProviderConfig, readConfig } from '../../provider/config.ts'
import { type Archive, archiveSettings, fetchSegment, keepSegment, prune } from '../../provider/db/archive.ts'
import { startEmbedded } from '../../provider/db/embedded.ts'
import { createPool } from '../../provider/db/pool.ts'
import { silentLog } from '../../src/lib/log.ts'

let root: string
let config: ProviderConfig
let archive: Archive & { readonly keyFile: string }

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "baywise moment's %d-"))
  archive = { dir: join(root, 'archive'), keyFile: join(root, 'key') }
  await writeFile(archive.keyFile, randomBytes(32).toString('base64'))
  config = readConfig({ DATA_DIR: join(root, 'data'), ARCHIVE_DIR: archive.dir, BACKUP_KEY_FILE: archive.keyFile })
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function withServer<T>(work: (ask: <R>(sql: string) => Promise<readonly R[]>) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: silentLog, archive })
  const pool = createPool(embedded.url, { max: 1, log: silentLog })
  try {
    return await work(async <R>(sql: string) => (await pool.query(sql)).rows as readonly R[])
  } finally {
    await pool.end()
    await embedded.stop()
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const restoreAt = (atMs: number) => runRestoreAt(config, ['--at', new Date(atMs).toISOString()])

test(
  'the database is put back to a second: what was committed before is there, what came after is not, and it goes on',
  { timeout: 120_000 },
  async () => {
    const written = await withServer(async (ask) => {
      await ask('create table marks (n int, at timestamptz not null default clock_timestamp())')
      expect((await runArchive(config, [])).lines).toEqual([
        expect.stringContaining(`copied to ${archive.dir}/base-20`),
      ])
      for (let n = 0; n < 4; n += 1) {
        await ask(`insert into marks values (${String(n)})`)
        await pause(1_000)
      }
      await expect(restoreAt(Date.now())).rejects.toThrow('stop it first')
      return ask<{ at: number }>('select (extract(epoch from at) * 1000)::float8 as at from marks order by n')
    })
    const second = written[1]?.at ?? 0
    const before = await readdir(config.dataDir)
    await expect(restoreAt(0)).rejects.toThrow(/The archive begins at 20.*nothing before that can be put back/)
    await expect(restoreAt(Date.now() + 60_000)).rejects.toThrow('no change of after this instant')
    expect(await readdir(config.dataDir)).toEqual(before)

    expect(await restoreAt(second + 500)).toMatchObject({ exitCode: 0 })
    await withServer(async (ask) => {
      expect(await ask('select n from marks order by n')).toEqual([{ n: 0 }, { n: 1 }])
      await ask('insert into marks values (100)')
    })
    expect(await runRestoreAt(config, ['--at', 'latest'])).toMatchObject({ exitCode: 0 })
    await withServer(async (ask) => {
      expect(await ask('select n from marks order by n')).toEqual([{ n: 0 }, { n: 1 }, { n: 100 }])
    })
  },
)

test('with another key nothing is put back, and nothing is changed', async () => {
  const before = await readdir(config.dataDir)
  const other = join(root, 'other key')
  await writeFile(other, randomBytes(32).toString('base64'))
  await expect(runRestoreAt({ ...config, backupKeyFile: other }, ['--at', 'latest'])).rejects.toMatchObject({
    exitCode: 78,
  })
  expect(await readdir(config.dataDir)).toEqual(before)
})

test.each(['yesterday', '2026-11-26 20:15:30', '2026-11-26T20:15:30', '2026-13-26T20:15:30Z'])(
  '"%s" is no instant: it needs a date, a time and a zone',
  async (text) => {
    expect(await runRestoreAt(config, ['--at', text])).toMatchObject({ exitCode: 2 })
  },
)

test('a piece of the log is kept once, encrypted, never written over, and comes back as it was', async () => {
  const [path, name] = [join(root, 'segment'), '0000000F0000000000000001']
  await writeFile(path, 'baywise segment '.repeat(10_000))
  await keepSegment(archive, { path, name })
  await keepSegment(archive, { path, name })
  const stored = join(archive.dir, `wal-${name}`)
  expect((await readFile(stored)).toString('latin1')).toMatch(/^baywise encrypted 1/)
  await writeFile(path, 'of another server')
  await expect(keepSegment(archive, { path, name })).rejects.toThrow('two servers write to one archive')

  const back = join(root, 'back')
  expect(await fetchSegment(archive, { path: back, name })).toBe(true)
  expect(await readFile(back, 'utf8')).toBe('baywise segment '.repeat(10_000))
  expect(await fetchSegment(archive, { path: back, name: '0000000F0000000000000002' })).toBe(false)
  await writeFile(stored, (await readFile(stored)).subarray(0, -1))
  await expect(fetchSegment(archive, { path: join(root, 'cut'), name })).rejects.toThrow('damaged')
  expect((await readdir(root)).filter((file) => file.startsWith('cut'))).toEqual([])
  expect((await readdir(archive.dir)).filter((file) => file.startsWith('partial-'))).toEqual([])
})

test('what the days that are kept do not need is removed, and the copy that they begin with stays', async () => {
  const dir = await mkdtemp(join(root, 'old-'))
  const segment = (n: number): string => `00000001${'0'.repeat(15)}${String(n)}`
  const names = [
    ...[1, 2, 3, 4, 5].map((n) => `wal-${segment(n)}`),
    `base-2026-01-01T00-00-00.000Z-${segment(2)}`,
    `base-2026-01-08T00-00-00.000Z-${segment(4)}`,
    `base-2026-01-15T00-00-00.000Z-${segment(5)}`,
  ]
  for (const name of names) await writeFile(join(dir, name), '')
  expect(await prune({ dir, keyFile: undefined }, Date.parse('2026-01-10T00:00:00Z'))).toBe(4)
  expect((await readdir(dir)).toSorted()).toEqual([...names.slice(3, 5), ...names.slice(6)].toSorted())
})

test('places with spaces, quotes and signs of percent are written as PostgreSQL and the shell read them', () => {
  expect(archiveSettings({ dir: "/a b/c'd%", keyFile: undefined })['archive_command']).toMatch(
    / archive %p %f '\/a b\/c'\\''d%%'$/,
  )
})
