/**
 * `npm run growth -- 10000 1000000`: generates a separate database for each number of bookings. Then measures how long
 * the provider takes to become ready, and how long a day list, a driver's bookings, a booking and each background job
 * take, and how many rows the jobs read by full scans. Fails when a generated ledger does not add up. `--keep FOLDER`
 * leaves the databases at FOLDER-NUMBER, and measures existing ones. About 2.4 kB of disk per booking.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../provider/config.ts'
import type { Database } from '../provider/db/database.ts'
import { bookParking } from '../provider/repositories/booking-writes.ts'
import { reconcile } from '../provider/repositories/ledger.ts'
import { insertDevice } from '../provider/repositories/pairing.ts'
import { startFamily } from '../provider/repositories/sessions.ts'
import { hashSecret } from '../provider/rules/tokens.ts'
import { createDeps } from '../provider/runtime.ts'
import { jobsOf } from '../provider/services/jobs.ts'
import type { ProviderDeps } from '../provider/services/deps.ts'
import { toUserId } from '../src/domain/ids.ts'
import { must } from '../src/lib/assert.ts'
import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { findFreePort, spawnProvider, withDatabaseOf } from '../tests/provider/support/provider-process.ts'
import { driverId, toBooking } from './booking-world.ts'
import { DRIVERS_AT_ONCE, FILLING, generateBookings } from './growth/generate.ts'
import { median } from './median.ts'

const DEVICE = '00000000-0000-7000-9000-000000000000'
const DEVICE_TOKEN = 'bwd_growth'
const PARKS = 20
const ASKED = 60
const STARTS = 3

/** Prints each figure as soon as it is known. */
const say = (name: string, value: string): void => console.log(`  ${name}: ${value}`)

/** Shows progress, since generating may take an hour. */
const tell = (made: number, tookMs: number): void => {
  if (made % 1_000_000 === 0) say(`${String(made)} after`, `${(tookMs / 1_000).toFixed(0)} s`)
}

const show = (ms: number): string => `${ms < 100 ? ms.toFixed(1) : ms.toFixed(0)} ms`

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Median of the runs after the first, which warms connections and plans. */
async function medianOf(runs: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run <= runs; run += 1) times.push(await took(() => work(run)))
  return median(times.slice(1))
}

/** Rows read by full table scans, of tables with at least 5,000 rows. */
async function scannedRows(db: Database): Promise<ReadonlyMap<string, number>> {
  await db.query('select pg_stat_force_next_flush()')
  const rows = await db.query<{ name: string; read: number }>(
    'select relname as name, seq_tup_read as read from pg_stat_user_tables where n_live_tup >= 5000',
  )
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** Measures each job alone: its first and second round, and the rows they scanned. */
async function measureJobs(deps: ProviderDeps): Promise<void> {
  const { db } = deps
  for (const [job, { round }] of Object.entries(jobsOf(deps, new AbortController().signal))) {
    const before = await scannedRows(db)
    const first = await took(round)
    const again = await took(round)
    const scanned = [...(await scannedRows(db))]
      .map(([name, read]) => [name, read - (before.get(name) ?? 0)] as const)
      .filter(([, read]) => read > 0)
    const words = scanned.map(([name, read]) => `${name} ${String(read)}`).join(', ')
    say(`job ${job}: first round, next`, `${show(first)}, ${show(again)}${words === '' ? '' : ` (${words})`}`)
  }
}

interface Asker {
  readonly codes: readonly string[]
  readonly tokens: readonly string[]
}

/** Makes a device paired with some car parks, and sessions for drivers of the last days. */
async function makeAskers(deps: ProviderDeps, bookings: number): Promise<Asker> {
  const { db, tokens: signer } = deps
  const parks = await db.query<{ id: number; code: string }>(
    `select id, code from parks where currency = 'CAD' and capacity >= 10 order by id limit $1`,
    [PARKS],
  )
  const device = { deviceId: DEVICE, name: null, tokenHash: hashSecret(DEVICE_TOKEN), nowMs: systemClock.now() }
  const isPaired = (await db.query('select from attendant_devices limit 1')).length > 0
  if (!isPaired) await db.transaction((tx) => insertDevice(tx, { ...device, parkIds: parks.map(({ id }) => id) }))
  const newest = Math.floor((bookings - 1) / (DRIVERS_AT_ONCE * 50)) * DRIVERS_AT_ONCE
  const tokens: string[] = []
  for (let driver = 0; driver < PARKS; driver += 1) {
    const user = toUserId(driverId(newest + driver))
    const of = { nowMs: systemClock.now(), device: { browser: null, system: null } }
    const { familyId } = await db.transaction((tx) => startFamily(tx, user, of))
    tokens.push(await signer.sign(user, familyId))
  }
  return { codes: parks.map(({ code }) => code), tokens }
}

async function ask(port: number, where: string, token: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1${where}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${where} answered ${String(answer.status)}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function measureProvider(dataDir: string, { codes, tokens }: Asker): Promise<void> {
  const starts: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const port = await findFreePort()
    const startedAt = performance.now()
    const { child, exited } = await spawnProvider({ dataDir, port })
    starts.push(performance.now() - startedAt)
    if (start === STARTS - 1) {
      const code = (run: number): string => must(codes[run % codes.length], 'a car park')
      const lists = await medianOf(ASKED, (run) => ask(port, `/attendant/day-list?park=${code(run)}`, DEVICE_TOKEN))
      say('day list', show(lists))
      const token = (run: number): string => must(tokens[run % tokens.length], 'a driver')
      say("a driver's bookings", show(await medianOf(ASKED, (run) => ask(port, '/bookings/list?size=10', token(run)))))
    }
    child.kill('SIGTERM')
    await exited
  }
  say('start to ready, with its PostgreSQL', show(median(starts)))
}

/** Fills the database unless it already has bookings. */
async function fill(db: Database, bookings: number): Promise<void> {
  if ((await db.query('select from bookings limit 1')).length > 0) return
  const seconds = (await took(() => generateBookings(db, { bookings, deviceId: DEVICE, tell }))) / 1_000
  const [size] = await db.query<{ mb: number }>('select pg_database_size(current_database()) / 1048576 as mb')
  say('generated in', `${seconds.toFixed(0)} s, ${String(size?.mb)} MB`)
  const startedAt = performance.now()
  const [first] = await reconcile(db)
  say('reconcile', show(performance.now() - startedAt))
  if (first !== undefined) throw new Error(`The ledger does not add up: ${JSON.stringify(first)}`)
}

/** Measures queries and jobs directly on the database. */
async function look(db: Database, bookings: number): Promise<Asker> {
  const config = readConfig({ SANDBOX: '1', STREETS: 'none' })
  const deps = await createDeps({ db, reads: db }, config, silentLog)
  const asker = await makeAskers(deps, bookings)
  await measureJobs(deps)
  const parks = await db.query<{ id: number }>(
    `select id from parks where currency = 'CAD' and capacity >= 10 order by id`,
  )
  const ids = parks.map(({ id }) => id)
  say('a booking', show(await medianOf(ASKED, () => bookParking(db, toBooking(ids, Date.now(), driverId(0))))))
  return asker
}

async function measure(bookings: number, dataDir: string): Promise<void> {
  await withDatabaseOf(dataDir, (db) => fill(db, bookings), FILLING)
  const asker = await withDatabaseOf(dataDir, (db) => look(db, bookings))
  await measureProvider(dataDir, asker)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
for (const words of positionals.length === 0 ? ['10000', '1000000'] : positionals) {
  console.log(`${words} bookings`)
  const dataDir =
    values.keep === undefined ? await mkdtemp(path.join(tmpdir(), 'baywise-growth-')) : `${values.keep}-${words}`
  try {
    await measure(Number(words), dataDir)
  } finally {
    if (values.keep === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}
