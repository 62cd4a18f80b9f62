import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../../provider/db/embedded.ts'
import { migrate } from '../../../provider/db/migrate.ts'
import { createPool } from '../../../provider/db/pool.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { withDatabase } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server that the tests may create databases on. */
    serverUrl: string
    /** Migrated, empty database that each test file clones. */
    templateName: string
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function startServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() }
  const dataDir = await mkdtemp(join(tmpdir(), 'baywise-pg-'))
  const embedded = await startEmbedded({ dataDir, log: silentLog })
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One server a run: the embedded PostgreSQL, or the one of TEST_DATABASE_URL (or DATABASE_URL), whose user may create databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const templateName = `baywise_template_${randomBytes(6).toString('hex')}`
  await runSql(server.url, `create database ${templateName}`)
  const pool = createPool(withDatabase(server.url, templateName), { max: 1, log: silentLog })
  await migrate(pool)
  await pool.end()
  project.provide('serverUrl', server.url)
  project.provide('templateName', templateName)
  return async () => {
    await runSql(server.url, `drop database if exists ${templateName}`)
    await server.stop()
  }
}
