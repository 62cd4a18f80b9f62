import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../../provider/db/database.ts'
import { createPool } from '../../../provider/db/pool.ts'
import { createDatabase } from '../../../provider/db/transaction.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { withDatabase } from './database-url.ts'

export interface TestDatabase {
  readonly db: Database
  readonly url: string
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

/** A migrated database of its own, cloned from the run's template (tens of milliseconds). */
export async function createTestDatabase(options: { readonly poolSize?: number } = {}): Promise<TestDatabase> {
  const name = `baywise_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${inject('templateName')}`)
  const url = withDatabase(inject('serverUrl'), name)
  const db = createDatabase(createPool(url, { max: options.poolSize ?? 8, log: silentLog }))
  return {
    db,
    url,
    async drop() {
      await db.close()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}
