/**
 * `npm run load -- --minutes M`: saturates providers behind nginx with a realistic mix. Meanwhile a provider is killed,
 * another's clock jumps, the database is killed, its disk is slow, then full; afterwards everything that was
 * acknowledged is checked. Exits with 1 unless nothing was lost, overbooked or out of balance. Needs Linux, nginx and a
 * built app; the full disk also needs root, to mount a small file system.
 */
import { execFileSync } from 'node:child_process'
import { statfsSync, writeFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../provider/db/database.ts'
import { reconcile } from '../provider/repositories/ledger.ts'
import { type Door, postJson } from '../scripts/attack/raw.ts'
import { openDoor, pause, type ProviderRun, startProvider, stopProvider, withFolder } from '../scripts/deployed.ts'
import { MINUTE_MS } from '../src/domain/instant.ts'
import { must } from '../src/lib/assert.ts'
import { findPostgresPid, withDatabaseOf } from '../tests/provider/support/provider-process.ts'
import { newTally, runClient, type Tally } from './load/mix.ts'
import { makeWorld } from './load/world.ts'
import { processTree, pssBytes } from './processes.ts'

const [FRONT, FIRST, SECOND] = [4260, 4261, 4262] as const
const CLIENTS = 16
const DISK = '1500m'
/** How long the disk stays full, or slow. */
const FULL_MS = 10_000
const SLOW_MS = 15_000
/** A slow disk is simulated by pausing the database for half of each such period. */
const STALL_MS = 400
/** How long the clock stays ahead. */
const JUMPED_MS = 15_000

/** Loads the script that lets a provider's clock jump. */
const JUMPING = { NODE_OPTIONS: `--import=${new URL('load/jumping-clock.ts', import.meta.url).href}` }

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const durationMs = Number(values.minutes) * MINUTE_MS

/** Mounts a small file system at the folder. Returns false when that is not possible. */
function mountDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function fillDisk(folder: string): Promise<void> {
  const file = path.join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  for (const share of [bavail * bsize, 4_096]) {
    try {
      writeFileSync(file, Buffer.alloc(share), { flag: 'a' })
    } catch {
      // Already full.
    }
  }
  await pause(FULL_MS)
  rmSync(file)
}

/** Stops every process of the database half of the time, as if its disk answered late. */
async function slowDown(dataDir: string): Promise<void> {
  const untilMs = Date.now() + SLOW_MS
  while (Date.now() < untilMs) {
    const ids = await processTree(must(await findPostgresPid(dataDir), 'a database'))
    for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
      for (const id of ids) signalIfThere(id, signal)
      await pause(STALL_MS / 2)
    }
  }
}

/** A connection's process may have ended in the meantime. */
function signalIfThere(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error
  }
}

interface Fault {
  readonly name: string
  /** Share of the run after which the fault strikes. */
  readonly at: number
  readonly strike: () => Promise<void>
}

async function strikeAll(faults: readonly Fault[], startMs: number): Promise<ReadonlyMap<string, number>> {
  const struck = new Map<string, number>()
  for (const { name, at, strike } of faults) {
    await pause(startMs + durationMs * at - Date.now())
    struck.set(name, Date.now())
    await strike()
  }
  return struck
}

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)

function printTimes({ tookMs, refused, wrong }: Tally): void {
  const all = [...tookMs.values()].reduce((sum, { length }) => sum + length, 0)
  console.log(`${String(all)} requests answered, ${(all / (durationMs / 1_000)).toFixed(0)} a second`)
  for (const [kind, took] of tookMs) {
    const sorted = took.toSorted((a, b) => a - b)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share))
    console.log(`${kind}: ${String(took.length)}, p50 ${p50 ?? ''}, p95 ${p95 ?? ''}, p99 ${p99 ?? ''} ms`)
  }
  const say = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([key, count]) => `${key} ${String(count)}`).join(', ') || 'none'
  console.log(`refused by rule: ${say(refused)}`)
  console.log(`wrong answers: ${say(wrong)}`)
}

function printRecovery({ brokenAtMs }: Tally, struck: ReadonlyMap<string, number>): void {
  const times = [...struck.values(), Number.POSITIVE_INFINITY]
  for (const [index, [name, at]] of [...struck].entries()) {
    const broken = brokenAtMs.filter((ms) => ms >= at && ms < must(times[index + 1], 'the next'))
    const last = broken.reduce((latest, ms) => Math.max(latest, ms), at)
    console.log(
      `${name}: ${String(broken.length)} attempts found nobody, the last after ${((last - at) / 1_000).toFixed(1)} s`,
    )
  }
}

/** Counts the car parks that had more cars at once than spaces. */
async function countOverbooked(db: Database): Promise<number> {
  const rows = await db.query<{ park_id: number; capacity: number; from: number; to: number }>(
    `select b.park_id, p.capacity, extract(epoch from b.start_time)::float8 as "from", extract(epoch from b.end_time)::float8 as "to"
       from bookings b join parks p on p.id = b.park_id where b.status = 'active' and p.capacity is not null`,
  )
  const byPark = Map.groupBy(rows, ({ park_id: park }) => park)
  const isOver = (own: typeof rows): boolean =>
    own.some(({ from, capacity }) => own.filter((other) => other.from <= from && other.to > from).length > capacity)
  return [...byPark.values()].filter((own) => isOver([...own])).length
}

/** Prints the outcome. Returns whether everything acknowledged is there and the books balance. */
async function printBooks(dataDir: string, { acknowledged, checkedIn }: Tally): Promise<boolean> {
  return withDatabaseOf(dataDir, async (db) => {
    const rows = await db.query<{ id: string; until: number }>(
      'select booking_id::text as id, (extract(epoch from end_time) * 1000)::float8 as until from bookings',
    )
    const untilOf = new Map(rows.map(({ id, until }) => [id, until]))
    const lost = [...acknowledged].filter(([id, end]) => (untilOf.get(id) ?? 0) < Date.parse(end)).length
    const unknown = rows.filter(({ id }) => !acknowledged.has(id)).length
    const nonces = await db.query<{ nonce: string }>('select nonce::text as nonce from check_ins')
    const kept = new Set(nonces.map(({ nonce }) => nonce))
    const lostCheckIns = [...checkedIn].filter((nonce) => !kept.has(nonce)).length
    const overbooked = await countOverbooked(db)
    const differences = await reconcile(db)
    console.log(
      `bookings acknowledged ${String(acknowledged.size)}, lost ${String(lost)}, never told ${String(unknown)}`,
    )
    console.log(`check-ins acknowledged ${String(checkedIn.size)}, lost ${String(lostCheckIns)}`)
    console.log(`car parks overbooked ${String(overbooked)}; differences in the books ${String(differences.length)}`)
    for (const difference of differences.slice(0, 5)) console.log(JSON.stringify(difference))
    return lost === 0 && lostCheckIns === 0 && overbooked === 0 && differences.length === 0 && unknown === 0
  })
}

const pssMb = async (runs: readonly ProviderRun[]): Promise<string> =>
  (await Promise.all(runs.map(({ child }) => pssBytes(must(child.pid, 'a process')))))
    .map((bytes) => (bytes / 2 ** 20).toFixed(0))
    .join(' and ')

async function load(folder: string, hasOwnDisk: boolean): Promise<boolean> {
  const dataDir = path.join(folder, 'data')
  const world = await withDatabaseOf(dataDir, makeWorld)
  const settings = {
    ...{ DATA_DIR: dataDir, SANDBOX: '1', STREETS: 'none', TRUST_PROXY: '127.0.0.1' },
    ...{ REQUESTS_PER_MINUTE_PER_ADDRESS: '0', REQUESTS_PER_MINUTE_PER_USER: '0' },
  }
  const runs: ProviderRun[] = [
    await startProvider(FIRST, settings),
    await startProvider(SECOND, { ...settings, ...JUMPING }),
  ]
  const nginx = openDoor(folder, FRONT, [FIRST, SECOND])
  const door: Door = { name: 'nginx', port: FRONT }
  const paired = await postJson(door, '/attendant/pair', { body: { code: world.pairingCode } })
  const attendant = (JSON.parse(paired.text) as { data: { token: string } }).data.token
  const before = await pssMb(runs)
  const killDatabase = async (): Promise<void> =>
    void process.kill(must(await findPostgresPid(dataDir), 'a database'), 'SIGKILL')
  const jumpClock = async (): Promise<void> => {
    const second = must(runs[1], 'a provider')
    second.child.kill('SIGUSR2')
    await pause(JUMPED_MS)
    second.child.kill('SIGUSR2')
  }
  const killProvider = async (): Promise<void> => {
    await stopProvider(must(runs[0], 'a provider'), 'SIGKILL')
    runs[0] = await startProvider(FIRST, settings)
  }
  const faults: readonly Fault[] = [
    { name: 'provider killed', at: 0.15, strike: killProvider },
    { name: 'clock of one provider five minutes ahead', at: 0.3, strike: jumpClock },
    { name: 'database killed', at: 0.45, strike: killDatabase },
    { name: 'disk slow', at: 0.6, strike: () => slowDown(dataDir) },
    ...(hasOwnDisk ? [{ name: 'disk full', at: 0.75, strike: () => fillDisk(folder) }] : []),
  ]
  const tally = newTally()
  const startMs = Date.now()
  const isOver = (): boolean => Date.now() - startMs >= durationMs
  const clients = Array.from({ length: CLIENTS }, () => runClient({ door, world, tally, attendant }, isOver))
  try {
    const struck = await strikeAll(faults, startMs)
    await Promise.all(clients)
    printTimes(tally)
    printRecovery(tally, struck)
    console.log(`memory (Pss) of the providers: ${before} MB before, ${await pssMb(runs)} MB after`)
  } finally {
    nginx.stop()
    await Promise.all(runs.map((run) => stopProvider(run)))
  }
  return (await printBooks(dataDir, tally)) && tally.wrong.size === 0
}

await withFolder('load', async (folder) => {
  const hasOwnDisk = mountDisk(folder)
  if (!hasOwnDisk) console.log('no file system of its own: the full disk is left out')
  try {
    if (!(await load(folder, hasOwnDisk))) process.exitCode = 1
  } finally {
    if (hasOwnDisk) execFileSync('umount', ['--lazy', folder])
  }
})
