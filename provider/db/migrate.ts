import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any number, the same everywhere: one migrator at a time on a database. */
const LOCK = 4_173_001

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [migration.name, migration.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
}

/** Applies what is missing, in order, each in its own transaction; returns the names applied. An edited old file is a bug. */
export async function migrate(pool: pg.Pool): Promise<readonly string[]> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists schema_migrations
         (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
    const known = new Map(rows.map((row) => [row.name, row.hash]))
    const applied: string[] = []
    for (const migration of migrations) {
      const hash = known.get(migration.name)
      if (hash === undefined) {
        await apply(client, migration)
        applied.push(migration.name)
      } else if (hash !== migration.hash) {
        throw new Error(`Migration ${migration.name} was edited after it was applied`)
      }
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}

/** True when every migration on disk is in the database. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const migrations = await readMigrations()
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations')
  const names = new Set(rows.map((row) => row.name))
  return migrations.every((migration) => names.has(migration.name))
}
