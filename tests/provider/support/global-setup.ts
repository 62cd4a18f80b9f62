import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../../provider/db/embedded.ts'
import { migrate } from '../../../provider/db/migrate.ts'
import { createPool } from '../../../provider/db/pool.ts'
import { ensureServiceRole } from '../../../provider/db/roles.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { withDatabase } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server on which the tests may create databases. */
    serverUrl: string
    /** The same server, with the login that serves requests. */
    serviceUrl: string
    /** Migrated, empty database that each test file clones. */
    templateName: string
  }
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const runSql = (url: string, sql: string): Promise<unknown> => onServer(url, (client) => client.query(sql))

/** Creates a login for this run on a server that we did not start. */
async function makeServiceUrl(url: string): Promise<string> {
  const [name, password] = [`baywise_test_${randomBytes(4).toString('hex')}`, randomBytes(24).toString('base64url')]
  await onServer(url, (client) => ensureServiceRole(client, name, password))
  const service = new URL(url)
  service.username = name
  service.password = password
  return service.toString()
}

interface Server {
  readonly url: string
  readonly serviceUrl: string
  readonly stop: () => Promise<void>
}

/** Turns off waiting for the disk: the data end with the run, and only a power loss could lose any. */
async function keepOutOfDiskQueue(url: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) await runSql(url, `alter system set ${setting} = off`)
  await runSql(url, 'select pg_reload_conf()')
}

async function startServer(): Promise<Server> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  if (given !== undefined && given !== '') {
    const serviceUrl = await makeServiceUrl(given)
    const drop = `drop role ${new URL(serviceUrl).username}`
    return { url: given, serviceUrl, stop: async () => void (await runSql(given, drop)) }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'baywise-pg-'))
  const embedded = await startEmbedded({ dataDir, log: silentLog })
  await keepOutOfDiskQueue(embedded.url)
  return {
    url: embedded.url,
    serviceUrl: embedded.serviceUrl,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts one server per run: the embedded PostgreSQL, or the one of TEST_DATABASE_URL (or DATABASE_URL), whose user may
 * create databases and roles.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const templateName = `baywise_template_${randomBytes(6).toString('hex')}`
  await runSql(server.url, `create database ${templateName}`)
  const pool = createPool(withDatabase(server.url, templateName), { max: 1, log: silentLog })
  await migrate(pool, new URL(server.serviceUrl).username)
  await pool.end()
  project.provide('serverUrl', server.url)
  project.provide('serviceUrl', server.serviceUrl)
  project.provide('templateName', templateName)
  return async () => {
    await runSql(server.url, `drop database if exists ${templateName}`)
    await server.stop()
  }
}
