import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { readFills } from './migrate.ts'
import { type BackupKeys, BackupRefusal, decryptBackup, encryptBackup, type Opening } from './backup-cipher.ts'

/*
 * A backup is gzipped text, encrypted when there is a key: a first line that names the format and the migrations, then
 * for each table one line `copy <json: table and columns>`, its rows in COPY's text format (which has no raw line
 * break), and `\.`. COPY needs no program besides the server, and one repeatable-read snapshot makes all tables
 * consistent.
 */

interface Header {
  readonly format: 'baywise backup 1'
  readonly at: string
  readonly migrations: readonly string[]
}

interface Table {
  readonly table: string
  readonly columns: readonly string[]
}

const END = '\\.'

/** Tables derived from others: rebuilt by triggers during the restore, or, for region packs, by the next pack round. */
const DERIVED: ReadonlySet<string> = new Set([
  ...['park_counts', 'park_blocks', 'park_words', 'park_cells'],
  ...['packs', 'pack_regions', 'pack_files', 'pack_rounds'],
])

async function readMigrations(client: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map((row) => row.name)
}

/** Lists tables with their non-generated columns, referenced tables first. */
async function readTables(client: pg.PoolClient): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as table, json_agg(a.attname order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
      group by c.relname order by c.relname`,
  )
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
       from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const sorted: Table[] = []
  let left = rows
  while (left.length > 0) {
    const waiting = new Set(left.map(({ table }) => table))
    const ready = left.filter(
      ({ table }) => !references.some(({ child, parent }) => child === table && waiting.has(parent)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle')
    sorted.push(...ready)
    left = left.filter((candidate) => !ready.includes(candidate))
  }
  return sorted
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const listOf = ({ table, columns }: Table): string => `${quote(table)} (${columns.map(quote).join(', ')})`

async function* readBackup(client: pg.PoolClient): AsyncGenerator<string | Buffer> {
  const header: Header = {
    format: 'baywise backup 1',
    at: new Date().toISOString(),
    migrations: await readMigrations(client),
  }
  yield `${JSON.stringify(header)}\n`
  for (const table of (await readTables(client)).filter((each) => !DERIVED.has(each.table))) {
    yield `copy ${JSON.stringify(table)}\n`
    yield* client.query(copyTo(`copy ${listOf(table)} to stdout`)) as AsyncIterable<Buffer>
    yield `${END}\n`
  }
}

/**
 * Writes a consistent snapshot of all tables without blocking other work. The file gets its name only once it is
 * complete and on disk.
 */
export async function backup(pool: pg.Pool, file: string, keys: BackupKeys): Promise<void> {
  const client = await pool.connect()
  const partial = `${file}.partial`
  try {
    await client.query('begin isolation level repeatable read read only')
    const written = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(Readable.from(readBackup(client)), createGzip(), encryptBackup(keys), written)
    await client.query('commit')
    await rename(partial, file)
    client.release()
  } catch (error) {
    client.release(true)
    await rm(partial, { force: true })
    throw error
  }
}

async function restoreTable(client: pg.PoolClient, table: Table, lines: AsyncIterator<string>): Promise<void> {
  async function* rows(): AsyncGenerator<string> {
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      if (next.value === END) return
      yield `${next.value}\n`
    }
    throw new BackupRefusal('file', `The backup ends inside table ${table.table}`)
  }
  await pipeline(Readable.from(rows()), client.query(copyFrom(`copy ${listOf(table)} from stdin`)))
  const { rows: identities } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [quote(table.table)],
  )
  for (const { column } of identities) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quote(column)}), 0) + 1, false) from ${quote(table.table)}`,
      [quote(table.table), column],
    )
  }
}

function parseHeader(line: string): Header {
  try {
    const header = JSON.parse(line) as Partial<Header>
    if (header.format === 'baywise backup 1') return header as Header
  } catch {
    // Not a header: refused below.
  }
  throw new BackupRefusal('file', 'This file is not a Baywise backup')
}

/**
 * Returns the migrations added since the backup's release. Throws when the backup is of a later release than this one.
 */
function laterThan(header: Header, migrations: readonly string[]): readonly string[] {
  const stranger = header.migrations.find((name) => !migrations.includes(name))
  if (stranger === undefined) return migrations.filter((name) => !header.migrations.includes(name))
  throw new BackupRefusal('file', `The backup is of a later release (${stranger} is not in this one)`)
}

/**
 * Migrations only add tables and columns with defaults (tests/provider/expand.test.ts), so rows of an earlier release
 * fit this release's tables, and whatever was added since is filled from them as in an upgrade.
 */
async function restoreAll(client: pg.PoolClient, lines: AsyncIterator<string>): Promise<void> {
  const first = await lines.next()
  const header = parseHeader(first.done === true ? '' : first.value)
  const later = laterThan(header, await readMigrations(client))
  const tables = await readTables(client)
  await client.query(`truncate ${tables.map(({ table }) => quote(table)).join(', ')}`)
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (!next.value.startsWith('copy ')) throw new BackupRefusal('file', 'The backup is damaged')
    await restoreTable(client, JSON.parse(next.value.slice('copy '.length)) as Table, lines)
  }
  for (const fill of await readFills(later)) await client.query(fill)
}

/** COPY escapes line breaks inside values, so a line break always ends a row. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new BackupRefusal('file', 'The backup ends inside a line')
}

/** Translates gzip's own errors for the owner of the file. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return error
  return new BackupRefusal('file', `The backup is damaged: ${error.message}`)
}

/**
 * Replaces everything by the backup, in one transaction. A damaged or foreign file changes nothing and throws a
 * `BackupRefusal`.
 */
export async function restore(pool: pg.Pool, file: string, opening: Opening): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await pipeline(createReadStream(file), decryptBackup(opening), createGunzip(), (chunks: AsyncIterable<Buffer>) =>
      restoreAll(client, splitLines(chunks)),
    )
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw toRefusal(error)
  }
}
