import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip, createGzip } from 'node:zlib'
import { decryptBackup, encryptBackup, readBackupKeys } from './backup-cipher.ts'
import type { Settings } from './cluster.ts'
import { isMissing } from './missing-file.ts'

/*
 * An archive is a folder of two kinds of files, each compressed and, with a key, encrypted as backups are:
 *   base-<instant>-<segment>   a copy of the whole server, good from that instant on, that needs the log from that segment on
 *   wal-<name>                 a piece of PostgreSQL's log, 16 MB of changes at most, as its archive_command hands it over
 */

export interface Archive {
  readonly dir: string
  readonly keyFile: string | undefined
}

interface Base {
  readonly file: string
  /** From here on any instant can be put back with it. */
  readonly atMs: number
  /** The first piece of the log that it needs. */
  readonly segment: string
}

const WAL = fileURLToPath(new URL('../cli/wal.ts', import.meta.url))

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

const walCommand = (verb: 'archive' | 'fetch', { dir, keyFile }: Archive): string => {
  const words = verb === 'archive' ? '%p %f' : '%f %p'
  const places = [dir, ...(keyFile === undefined ? [] : [keyFile])]
  return `${shellQuote(process.execPath)} ${shellQuote(WAL)} ${verb} ${words} ${places.map(shellQuote).join(' ')}`
}

/** Of a server whose log goes into the archive, once a minute at least while something is written. */
export const archiveSettings = (archive: Archive): Settings => ({
  archive_mode: 'on',
  archive_command: walCommand('archive', archive),
  archive_timeout: 60,
})

/** What a server gets its log back with. */
export const restoreCommand = (archive: Archive): string => walCommand('fetch', archive)

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Bytes = AsyncIterable<Buffer>

/** Writes `bytes` as a file of the archive that is complete and on the disk before it has its name, which `toName` may need the end for. */
export async function store({ dir, keyFile }: Archive, bytes: Bytes, toName: () => string): Promise<string> {
  const keys = await readBackupKeys(keyFile)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const partial = join(dir, `partial-${randomBytes(8).toString('hex')}`)
  try {
    const written = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(bytes, createGzip({ level: 1 }), encryptBackup(keys), written)
    const file = join(dir, toName())
    // Unlike a rename, this never takes the place of another file.
    await link(partial, file)
    await syncFolder(dir)
    return file
  } finally {
    await rm(partial, { force: true })
  }
}

/** The bytes of a file of the archive. A file that is not encrypted is taken only without a key. */
export async function* readStored({ keyFile }: Archive, file: string): AsyncGenerator<Buffer> {
  const opening = { keys: await readBackupKeys(keyFile), takesPlain: false }
  const unpacked = createGunzip()
  const done = pipeline(createReadStream(file), decryptBackup(opening), unpacked)
  // What went wrong in the pipeline reaches the reader as the error of its last step.
  done.catch(() => undefined)
  yield* unpacked
  await done
}

async function isSame(archive: Archive, file: string, path: string): Promise<boolean> {
  const [stored, given] = await Promise.all([buffer(readStored(archive, file)), readFile(path)])
  return stored.equals(given)
}

/**
 * `archive_command`: keeps the file at `path` as `name`. Once more after a crash with the same bytes is done already; other bytes under the
 * name are another server's, and are refused.
 */
export async function keepSegment(archive: Archive, { path, name }: { path: string; name: string }): Promise<void> {
  try {
    await store(archive, createReadStream(path), () => `wal-${name}`)
  } catch (error) {
    if (!isThere(error)) throw error
    if (await isSame(archive, join(archive.dir, `wal-${name}`), path)) return
    throw new Error(`${name} is in the archive already, with other contents: two servers write to one archive`, {
      cause: error,
    })
  }
}

/** `restore_command`: writes what was kept as `name` to `path`. False: there is none. Throws for one that cannot be used. */
export async function fetchSegment(archive: Archive, { path, name }: { path: string; name: string }): Promise<boolean> {
  const partial = `${path}.partial`
  try {
    await pipeline(readStored(archive, join(archive.dir, `wal-${name}`)), createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, path)
    return true
  } catch (error) {
    await rm(partial, { force: true })
    if (isMissing(error)) return false
    throw error
  }
}

const BASE = /^base-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9A-F]{24})$/

export const baseName = (at: Date, segment: string): string =>
  `base-${at.toISOString().replaceAll(':', '-')}-${segment}`

/** The oldest first. */
export async function listBases(dir: string): Promise<readonly Base[]> {
  const names = (await readdir(dir)).toSorted()
  return names.flatMap((name) => {
    const [, day = '', hour = '', minute = '', second = '', segment = ''] = BASE.exec(name) ?? []
    if (segment === '') return []
    return [{ file: join(dir, name), atMs: Date.parse(`${day}${hour}:${minute}:${second}`), segment }]
  })
}

/** A segment's place in the log, whatever the timeline: its last 16 digits. */
const placeOf = (segment: string): string => segment.slice(8, 24)

/** Removes what no instant after `beforeMs` needs. Returns how many files. */
export async function prune({ dir }: Archive, beforeMs: number): Promise<number> {
  const bases = await listBases(dir)
  const first = bases.findLast(({ atMs }) => atMs <= beforeMs) ?? bases[0]
  if (first === undefined) return 0
  const segments = (await readdir(dir)).filter((name) => /^wal-[0-9A-F]{24}/.test(name))
  const old = [
    ...bases.filter(({ atMs }) => atMs < first.atMs).map(({ file }) => file),
    ...segments
      .filter((name) => placeOf(name.slice('wal-'.length)) < placeOf(first.segment))
      .map((name) => join(dir, name)),
  ]
  await Promise.all(old.map((file) => rm(file)))
  return old.length
}
