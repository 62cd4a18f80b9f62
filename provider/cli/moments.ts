import { resolve } from 'node:path'
import { silentLog } from '../../src/lib/log.ts'
import type { ProviderConfig } from '../config.ts'
import { type Archive, prune } from '../db/archive.ts'
import { archiveBase } from '../db/base-backup.ts'
import { startEmbedded } from '../db/embedded.ts'
import { recoverEmbedded, unpackBase, type Wanted } from '../db/recover.ts'
import { archiveOf } from '../runtime.ts'
import type { Printed } from './attendants.ts'

const DAY_MS = 86_400_000

const refused = (line: string): Printed => ({ lines: [line], exitCode: 2 })

function mustHaveArchive(config: ProviderConfig): Archive {
  const archive = archiveOf(config)
  if (archive === undefined) throw new Error('ARCHIVE_DIR: not set')
  return archive
}

const after = (words: readonly string[], name: string): string | undefined =>
  words.includes(name) ? (words[words.indexOf(name) + 1] ?? '') : undefined

async function withServer<T>(config: ProviderConfig, work: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (databaseUrl !== undefined) return work(databaseOwnerUrl ?? databaseUrl)
  const embedded = await startEmbedded({ dataDir, log: silentLog, archive: archiveOf(config) })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/**
 * `archive [--keep DAYS]`: copies the server into the archive, then deletes the files that the retained days do not
 * need.
 */
export async function runArchive(config: ProviderConfig, words: readonly string[]): Promise<Printed> {
  const archive = mustHaveArchive(config)
  const keep = after(words, '--keep') ?? '30'
  if (!/^\d{1,4}$/.test(keep)) return refused('archive --keep DAYS: a whole number')
  const file = await withServer(config, (url) => archiveBase(archive, url))
  const removed = await prune(archive, Date.now() - Number(keep) * DAY_MS)
  return { lines: [`The server is copied to ${file}; ${String(removed)} older files are removed.`], exitCode: 0 }
}

/** The time zone is mandatory: a default would be hours off for some operators. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

function parseInstant(text: string): Wanted['at'] | undefined {
  if (text === 'latest') return 'latest'
  const atMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}

/**
 * `restore --at INSTANT [--into FOLDER]`: restores the embedded server, or prepares a folder for the operator's own
 * server.
 */
export async function runRestoreAt(config: ProviderConfig, words: readonly string[]): Promise<Printed> {
  const archive = mustHaveArchive(config)
  const at = parseInstant(after(words, '--at') ?? '')
  const into = after(words, '--into')
  if (at === undefined) return refused('restore --at takes an instant such as 2026-11-26T20:15:30Z, or latest')
  if (into === '') return refused('restore --into takes a folder')
  if (into !== undefined) {
    await unpackBase({ archive, at }, resolve(into))
    return { lines: [`${resolve(into)} is ready: start a PostgreSQL of the same version on it.`], exitCode: 0 }
  }
  if (config.databaseUrl !== undefined)
    return refused('DATABASE_URL is set: add --into FOLDER, and start that PostgreSQL on the folder (docs/run.md)')
  const before = await recoverEmbedded({ archive, at }, config.dataDir)
  const lines = [
    'The database is as it was then.',
    'Run "archive" now: what is written from here on has a history of its own.',
  ]
  return { lines: before === undefined ? lines : [...lines, `What was there before is in ${before}.`], exitCode: 0 }
}
