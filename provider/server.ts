import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemClock } from '../src/lib/clock.ts'
import { buildApp } from './app.ts'
import { createJsonLog } from './http/json-log.ts'
import { closeServer, listen } from './http/listen.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { countEvents } from './http/observe.ts'
import { startTracing } from './http/start-tracing.ts'
import type { Tracing } from './http/tracing.ts'
import { tracedDatabase, tracedQueries } from './db/traced.ts'
import { type ProviderConfig, readConfig } from './config.ts'
import type { ProviderDeps } from './services/deps.ts'
import { backgroundSettled } from './services/background.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, ensureDemoAccount } from './services/demo-account.ts'
import { ensureDemoEvents } from './services/demo-events.ts'
import { ensureDemoDocuments } from './services/demo-documents.ts'
import { ensureDemoMarketplace } from './services/demo-marketplace.ts'
import { ensureDemoPlans } from './services/demo-plans.ts'
import { ensureDemoReferrals } from './services/demo-referrals.ts'
import { startJobs } from './services/jobs.ts'
import { startPackRounds } from './services/pack-rounds.ts'
import { makeFirstStreets } from './services/first-streets.ts'
import { forgetInvented } from './repositories/invented-parks.ts'
import { findStartProblems } from './rules/start-checks.ts'
import { createDeps, type OpenDatabase, openServiceDatabase } from './runtime.ts'

const PARKS_FILES = ['parks.ndjson', 'parks.midtown.ndjson'].map((name) =>
  fileURLToPath(new URL(`../data/${name}`, import.meta.url)),
)
const CLI = fileURLToPath(new URL('cli/main.ts', import.meta.url))
/**
 * SIGTERM ends the provider within 5 s. During this time `/ready` fails before the port closes, so that a load balancer
 * stops sending requests.
 */
const NOTICE_MS = 1_000
/** Then this long for answers in progress, then for emails; the rest is for jobs and the database. */
const DRAIN_MS = 1_500
const MAILS_MS = 1_000
/**
 * Then the process exits even if something hangs: answered requests are committed, and the next start joins the
 * database.
 */
const GIVE_UP_MS = 4_700

/** Tracing of requests, once loaded, if configured. */
const traces: { on?: Tracing } = {}
const metrics = createMetrics()
const log = countEvents(
  createJsonLog(
    (line) => void process.stdout.write(line),
    () => systemClock.now(),
    () => traces.on?.ids(),
  ),
  metrics,
)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs in a child process: the time-zone polygons that an import loads would otherwise stay in this one's memory. */
async function importFirstParks({ db, config }: ProviderDeps): Promise<void> {
  if (!config.sandbox) return
  const rows = await db.query('select 1 from parks limit 1')
  if (rows.length > 0) return
  const env = { ...process.env, DATA_DIR: config.dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'import', ...PARKS_FILES], { env })
  log.info('parks.imported', { report: stdout.split('\n').filter((line) => line.startsWith('accepted ')) })
}

interface BesideDrivers {
  readonly stop: () => Promise<void>
}

/** Runs work in low-priority child processes: a city's map, or a country's packs, take seconds of CPU. */
function startBesideDrivers(deps: ProviderDeps): BesideDrivers {
  const { config } = deps
  const stopping = new AbortController()
  const env = { ...process.env, DATA_DIR: config.dataDir }
  const run = async (words: readonly string[]): Promise<string> => {
    const running = promisify(execFile)(process.execPath, [CLI, ...words], { env, signal: stopping.signal })
    if (running.child.pid !== undefined) setPriority(running.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    return (await running).stdout.trim()
  }
  makeFirstStreets({ config, clock: systemClock, log, signal: stopping.signal }, run).catch((error: unknown) =>
    log.error('streets.failed', { message: String(error) }),
  )
  const packs = startPackRounds(deps, run)
  return {
    stop: () => {
      const stopped = packs.stop()
      stopping.abort()
      return stopped
    },
  }
}

/** Wraps the database for tracing, and the metrics so that they name a traced request by its route. */
function traced({ db, reads, close }: OpenDatabase, tracing: Tracing): readonly [OpenDatabase, Metrics] {
  const observe: Metrics['observe'] = (answered) => {
    metrics.observe(answered)
    tracing.nameRequest(answered)
  }
  const note = tracing.statement
  const all = tracedDatabase(db, note)
  return [
    { db: all, reads: reads === db ? all : tracedQueries(reads, note), close },
    { ...metrics, observe },
  ]
}

async function start(config: ProviderConfig, opened: OpenDatabase): Promise<void> {
  const { close } = opened
  const tracing = config.tracing === undefined ? undefined : await startTracing(config.tracing, log)
  if (tracing !== undefined) traces.on = tracing
  const [database, figures] = tracing === undefined ? [opened, metrics] : traced(opened, tracing)
  const deps = await createDeps(database, config, log)
  await importFirstParks(deps)
  if (!config.sandbox) {
    const forgotten = await forgetInvented(deps.db, deps.clock.now())
    if (forgotten > 0) log.warn('parks.unpriced', { forgotten })
  }
  await ensureDemoAccount(deps)
  await ensureDemoEvents(deps)
  await ensureDemoMarketplace(deps)
  await ensureDemoDocuments(deps)
  await ensureDemoPlans(deps)
  await ensureDemoReferrals(deps)
  let stopping = false
  const app = buildApp(deps, () => stopping, figures)
  const fetch: typeof app.fetch =
    tracing === undefined ? app.fetch : (...call) => tracing.request(async () => app.fetch(...call))
  const server = await listen({ fetch, port: config.port, host: config.host })
  const jobs = startJobs(deps, metrics.noteRound)
  const beside = startBesideDrivers(deps)
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('provider.stop_hung', {})
      process.exit(1)
    }, GIVE_UP_MS).unref()
    log.info('provider.stopping', { signal })
    const besideStopped = beside.stop()
    await pause(NOTICE_MS)
    await closeServer(server, DRAIN_MS)
    await jobs.stop()
    await besideStopped
    await backgroundSettled(MAILS_MS)
    await tracing?.stop()
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

/** Reads the configuration; exits before anything is opened, listing every problem at once. */
function mustConfigure(): ProviderConfig {
  const problems: string[] = []
  try {
    const config = readConfig(process.env)
    problems.push(...findStartProblems(process.env, config.sandbox))
    if (problems.length === 0) return config
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  }
  log.error('provider.not_started', { problems })
  return process.exit(78)
}

const config = mustConfigure()
const database = await openServiceDatabase(config, log)
try {
  await start(config, database)
} catch (error) {
  await database.close()
  throw error
}
const ready = `Baywise ready: http://localhost:${String(config.port)}`
// For a person at a terminal; outside the sandbox every line is a log line.
if (config.sandbox) console.info(`${ready}\nSandbox sign-in: ${DEMO_EMAIL} / ${DEMO_PASSWORD}`)
else log.info('provider.ready', { message: ready })
