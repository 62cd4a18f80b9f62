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
 * An archive is a folder of two kinds of files, each compressed and, when a key is set, encrypted like a backup:
 *   base-<instant>-<segment>   a copy of the whole server, usable from that instant on; needs the log from that segment on
 *   wal-<name>                 a segment of PostgreSQL's log, at most 16 MB of changes, as its archive_command delivers it
 */

export interface Archive {
  readonly dir: string
  readonly keyFile: string | undefined
}

interface Base {
  readonly file: string
  /** The earliest instant that can be restored from this copy. */
  readonly atMs: number
  /** The first log segment needed to restore it. */
  readonly segment: string
}

const WAL = fileURLToPath(new URL('../cli/wal.ts', import.meta.url))

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

const walCommand = (verb: 'archive' | 'fetch', { dir, keyFile }: Archive): string => {
  const words = verb === 'archive' ? '%p %f' : '%f %p'
  const places = [dir, ...(keyFile === undefined ? [] : [keyFile])]
  return `${shellQuote(process.execPath)} ${shellQuote(WAL)} ${verb} ${words} ${places.map(shellQuote).join(' ')}`
}

/** Settings of a server that archives its log, at least once a minute while there are writes. */
export const archiveSettings = (archive: Archive): Settings => ({
  archive_mode: 'on',
  archive_command: walCommand('archive', archive),
  archive_timeout: 60,
})

/** The `restore_command` with which a server fetches its log from the archive. */
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

/**
 * Writes `bytes` to the archive. The file gets its name only once it is complete and on disk; `toName` is called after
 * the last byte.
 */
export async function store({ dir, keyFile }: Archive, bytes: Bytes, toName: () => string): Promise<string> {
  const keys = await readBackupKeys(keyFile)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const partial = join(dir, `partial-${randomBytes(8).toString('hex')}`)
  try {
    const written = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(bytes, createGzip({ level: 1 }), encryptBackup(keys), written)
    const file = join(dir, toName())
    // Unlike a rename, a link never replaces an existing file.
    await link(partial, file)
    await syncFolder(dir)
    return file
  } finally {
    await rm(partial, { force: true })
  }
}

/** Yields the contents of an archived file. Accepts an unencrypted file only when no key is set. */
export async function* readStored({ keyFile }: Archive, file: string): AsyncGenerator<Buffer> {
  const opening = { keys: await readBackupKeys(keyFile), takesPlain: false }
  const unpacked = createGunzip()
  const done = pipeline(createReadStream(file), decryptBackup(opening), unpacked)
  // Errors of the pipeline reach the reader through its last step.
  done.catch(() => undefined)
  yield* unpacked
  await done
}

async function isSame(archive: Archive, file: string, path: string): Promise<boolean> {
  const [stored, given] = await Promise.all([buffer(readStored(archive, file)), readFile(path)])
  return stored.equals(given)
}

/**
 * `archive_command`: stores the file at `path` as `name`. Succeeds when a file with the same bytes exists (a retry
 * after a crash); rejects different bytes under an existing name, which come from another server.
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

/**
 * `restore_command`: writes the file stored as `name` to `path`. Returns false when there is none; throws when it is
 * unusable.
 */
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

/** Lists the copies of the server, oldest first. */
export async function listBases(dir: string): Promise<readonly Base[]> {
  const names = (await readdir(dir)).toSorted()
  return names.flatMap((name) => {
    const [, day = '', hour = '', minute = '', second = '', segment = ''] = BASE.exec(name) ?? []
    if (segment === '') return []
    return [{ file: join(dir, name), atMs: Date.parse(`${day}${hour}:${minute}:${second}`), segment }]
  })
}

/** A segment's position in the log regardless of timeline: its last 16 digits. */
const placeOf = (segment: string): string => segment.slice(8, 24)

/** Deletes files not needed to restore any instant after `beforeMs`. Returns their number. */
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
