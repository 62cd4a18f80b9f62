import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { grantToService } from './roles.ts'

/** Table files, each applied once, in order. */
const MIGRATIONS = new URL('./migrations/', import.meta.url)
/**
 * Function files: each has one function of the same name with the triggers that call it, and is reapplied whenever it
 * changes.
 */
const FUNCTIONS = new URL('./functions/', import.meta.url)
/** An arbitrary advisory lock id: one migrator at a time per database. */
const LOCK = 4_173_001

interface SqlFile {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

async function readFiles(folder: URL, pattern: RegExp): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const readMigrations = (): Promise<readonly SqlFile[]> => readFiles(MIGRATIONS, /^\d{4}-[a-z0-9-]+\.sql$/)
const readFunctions = (): Promise<readonly SqlFile[]> => readFiles(FUNCTIONS, /^[a-z_]+\.sql$/)

/** A line of its own. */
const FILL = /^-- fill$/m

/**
 * Returns the statements that fill the tables of these files from older ones: everything after `-- fill` in each file.
 * They run with their file, and again after a backup from before that file is restored.
 */
export async function readFills(names: readonly string[]): Promise<readonly string[]> {
  const files = await readMigrations()
  return files.filter(({ name }) => names.includes(name)).flatMap(({ sql }) => sql.split(FILL).slice(1))
}

type Log = 'schema_migrations' | 'schema_functions'

async function readLog(db: Pick<pg.Pool, 'query'>, log: Log): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ name: string; hash: string }>(`select name, hash from ${log}`)
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

async function apply(client: pg.PoolClient, name: string, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}

/**
 * Returns undefined when a later release has migrated this database. That release may be running, so nothing is
 * changed.
 */
async function applyMigrations(client: pg.PoolClient): Promise<readonly string[] | undefined> {
  const migrations = await readMigrations()
  const known = await readLog(client, 'schema_migrations')
  const missing = migrations.filter(({ name }) => !known.has(name))
  const stranger = [...known.keys()].find((name) => migrations.every((migration) => migration.name !== name))
  if (stranger !== undefined && missing.length === 0) return undefined
  if (stranger !== undefined)
    throw new Error(`This database was made by another version (${stranger}): choose another DATA_DIR or DATABASE_URL`)
  const edited = migrations.find(({ name, hash }) => known.has(name) && known.get(name) !== hash)
  if (edited !== undefined) throw new Error(`Migration ${edited.name} was edited after it was applied`)
  for (const { name, sql, hash } of missing)
    await apply(client, name, async () => {
      await client.query(sql)
      await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
    })
  return missing.map(({ name }) => name)
}

/**
 * Drops all overloads: a function with changed parameters would otherwise exist beside the old one. Drops their
 * triggers too.
 */
const DROP_FUNCTION = `
  do $$ declare found regprocedure; begin
    for found in select oid from pg_proc where proname = '%' and pronamespace = current_schema()::regnamespace loop
      execute 'drop function ' || found || ' cascade';
    end loop;
  end $$`

/** Replaces changed functions and drops removed ones in one transaction, so no request sees a mixture. */
async function applyFunctions(client: pg.PoolClient): Promise<readonly string[]> {
  const functions = await readFunctions()
  const known = await readLog(client, 'schema_functions')
  const changed = functions.filter(({ name, hash }) => known.get(name) !== hash)
  const gone = [...known.keys()].filter((name) => functions.every((file) => file.name !== name))
  if (changed.length + gone.length === 0) return []
  await apply(client, 'functions', async () => {
    // Functions call each other and are created in no particular order.
    await client.query('set local check_function_bodies = off')
    for (const name of [...changed.map((file) => file.name), ...gone].filter((file) => known.has(file)))
      await client.query(DROP_FUNCTION.replace('%', name.replace('.sql', '')))
    await client.query('delete from schema_functions where name = any($1)', [gone])
    for (const { name, sql, hash } of changed) {
      await client.query(sql)
      await client.query(
        'insert into schema_functions (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
        [name, hash],
      )
    }
  })
  return changed.map(({ name }) => name)
}

/**
 * Applies missing table files, each in its own transaction, then the functions, and grants the role `service` its
 * rights; returns the names of the applied files. `pool` must be the owner's. Throws when an applied table file was
 * edited.
 */
export async function migrate(pool: pg.Pool, service?: string): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists schema_migrations
         (name text primary key, hash text not null, applied_at timestamptz not null default now());
       create table if not exists schema_functions (name text primary key, hash text not null)`,
    )
    const applied = await applyMigrations(client)
    if (applied === undefined) return []
    const functions = await applyFunctions(client)
    if (service !== undefined) await grantToService(client, service)
    return [...applied, ...functions]
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}

/**
 * True when everything this version needs is applied. Functions of the next version count too: they accept this
 * version's calls.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ log: string | null }>(`select to_regclass('schema_functions')::text as log`)
  if ((rows[0]?.log ?? null) === null) return false
  const isIn = async (files: readonly SqlFile[], log: Log): Promise<boolean> => {
    const known = await readLog(pool, log)
    return files.every(({ name }) => known.has(name))
  }
  return (await isIn(await readMigrations(), 'schema_migrations')) && isIn(await readFunctions(), 'schema_functions')
}
