import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../../provider/db/database.ts'
import { createPool, SERVICE_LIMITS } from '../../../provider/db/pool.ts'
import { createDatabase } from '../../../provider/db/transaction.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { withDatabase } from './database-url.ts'

export interface TestDatabase {
  /**
   * The database as the provider has it: the login that serves requests, its limits, and separate pools for
   * transactions.
   */
  readonly db: Database
  readonly url: string
  /** For an administrator's work: migrating, restoring a backup, reading what no request may touch. */
  readonly owner: pg.Pool
  drop(): Promise<void>
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('serverUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Creates a migrated database, cloned from the run's template (tens of milliseconds). */
export async function createTestDatabase(options: { readonly poolSize?: number } = {}): Promise<TestDatabase> {
  const name = `baywise_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${inject('templateName')}`)
  const url = withDatabase(inject('serviceUrl'), name)
  const pool = (): pg.Pool => createPool(url, { max: options.poolSize ?? 8, log: silentLog, limits: SERVICE_LIMITS })
  const db = createDatabase(pool(), { transactions: pool() })
  const owner = createPool(withDatabase(inject('serverUrl'), name), { max: 1, log: silentLog })
  return {
    db,
    url,
    owner,
    async drop() {
      await Promise.all([db.close(), owner.end()])
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}
