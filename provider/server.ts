import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { consoleLog } from '../src/lib/log.ts'
import { buildApp } from './app.ts'
import { type ProviderConfig, readConfig } from './config.ts'
import type { ProviderDeps } from './deps.ts'
import { backgroundSettled } from './mail/background.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, ensureDemoAccount } from './rules/demo-account.ts'
import { startJobs } from './rules/jobs.ts'
import { createDeps, type OpenDatabase, openDatabase } from './runtime.ts'

const PARKS_FILE = fileURLToPath(new URL('../data/parks.ndjson', import.meta.url))
const CLI = fileURLToPath(new URL('cli/main.ts', import.meta.url))
/** SIGTERM ends the provider within 5 s: this long for answers in progress, then for mails, the rest for jobs and the database. */
const DRAIN_MS = 2_500
const MAILS_MS = 1_000
/** Whatever still hangs then: what was answered is committed, and the next start joins the database. */
const GIVE_UP_MS = 4_700

/** In a process of its own: the time-zone shapes that an import loads would stay in this one's memory for ever. */
async function importFirstParks({ db, config, log }: ProviderDeps): Promise<void> {
  const rows = await db.query('select 1 from parks limit 1')
  if (rows.length > 0) return
  const env = { ...process.env, DATA_DIR: config.dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'import', PARKS_FILE], { env })
  log.info('parks.imported', { report: stdout.split('\n')[0] })
}

function listen(deps: ProviderDeps): Promise<Server> {
  const app = buildApp(deps)
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port: deps.config.port }, () => resolve(server)) as Server
    server.once('error', reject)
  })
}

/** Stops accepting, lets answers in progress finish, then cuts what is left. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(cut)
}

async function start(config: ProviderConfig, { db, close }: OpenDatabase): Promise<void> {
  const log = consoleLog
  const deps = await createDeps(db, config, log)
  await importFirstParks(deps)
  await ensureDemoAccount(deps)
  const server = await listen(deps)
  const jobs = startJobs(deps)
  let stopping = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('provider.stop_hung', {})
      process.exit(1)
    }, GIVE_UP_MS).unref()
    log.info('provider.stopping', { signal })
    await drain(server)
    await jobs.stop()
    await backgroundSettled(MAILS_MS)
    await close()
    process.exit(0)
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    stop(signal).catch((error: unknown) => {
      log.error('provider.stop_failed', { message: String(error) })
      process.exit(1)
    })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

const config = readConfig(process.env)
const database = await openDatabase(config, consoleLog)
try {
  await start(config, database)
} catch (error) {
  await database.close()
  throw error
}
console.info(`Baywise ready: http://localhost:${String(config.port)}`)
if (config.sandbox) console.info(`Sandbox sign-in: ${DEMO_EMAIL} / ${DEMO_PASSWORD}`)
