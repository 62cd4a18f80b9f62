/**
 * `npm run old-against-new`: the previous release keeps working while this one migrates its database, then both run in
 * parallel, and this one restores a backup of the old one. The old one is the commit before the tables last changed, or
 * the named commit. Prints each step; exits with 1 at the first that fails.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DemoDriver, TORONTO } from '../bench/demo-driver.ts'
import { must } from '../src/lib/assert.ts'
import { pause, type ProviderRun, stopProvider, withFolder } from './deployed.ts'
import { ROOT } from './setup.mjs'

const [OLD, OLD_AGAIN, NEW, RESTORED] = [4270, 4271, 4272, 4273] as const
/** Long enough for one round of every job. */
const ROUNDS_MS = 16_000
const HOUR_MS = 3_600_000

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
const step = (words: string): void => console.log(`ok  ${words}`)

/** Unpacks a commit's provider, with this commit's packages. */
function unpack(commit: string, folder: string): string {
  const home = path.join(folder, 'old')
  mkdirSync(home)
  const files = execFileSync('git', ['archive', commit, 'provider', 'src', 'content', 'data', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x', '-C', home], { input: files })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(home, 'node_modules'))
  return home
}

const settingsOf = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ DATA_DIR: dataDir, SANDBOX: '1', STREETS: 'none' },
  ...{ REQUESTS_PER_MINUTE_PER_ADDRESS: '0', REQUESTS_PER_MINUTE_PER_USER: '0' },
})

async function start(home: string, port: number, dataDir: string): Promise<ProviderRun> {
  const env = { ...settingsOf(dataDir), PORT: String(port) }
  const child = spawn(process.execPath, ['provider/server.ts'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let look = 0; look < 720 && child.exitCode === null; look += 1) {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/ready`).catch(() => undefined)
    if (answer?.ok === true) return { child, port, ended }
    await pause(250)
  }
  throw new Error(`The provider of ${home} did not become ready`)
}

/** Runs an operator's command; throws with its output when it fails. */
async function command(home: string, dataDir: string, words: readonly string[]): Promise<string> {
  const cli = path.join(home, 'provider/cli/main.ts')
  return (await promisify(execFile)(process.execPath, [cli, ...words], { env: settingsOf(dataDir) })).stdout
}

/** Below the five cancellations a driver has per day. */
const CANCELS = 4

let days = 1
/** Signs in, searches, books, cancels, and reads lists and wallet. Returns the booking that was kept. */
async function journey(port: number): Promise<string> {
  const driver = await DemoDriver.signIn(`http://127.0.0.1:${String(port)}`)
  const cheap = (await driver.parksNear(TORONTO)).toSorted((a, b) => (a.hourly_from ?? 0) - (b.hourly_from ?? 0))
  const park = must(cheap[0], 'a car park')
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + days * 24 * HOUR_MS
  const kept = await driver.book(park, { startMs, minutes: 15 })
  if (days <= CANCELS) {
    const given = await driver.book(park, { startMs: startMs + 6 * HOUR_MS, minutes: 15 })
    await driver.put(`/bookings/${given.booking_id}/status?status=cancelled`)
  }
  days += 1
  for (const where of [
    '/bookings/list?size=10',
    '/wallet?currency=CAD',
    '/wallet/transactions?currency=CAD',
    '/user/favourites',
  ])
    await driver.get(where)
  return kept.booking_id
}

/** Throws when the provider has answered 5xx or a job has failed since the start. */
async function mustBeCalm(port: number): Promise<void> {
  const figures = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()
  const wrong = figures
    .split('\n')
    .filter(
      (line) =>
        /^baywise_http_requests_total\{.*status="5|^baywise_job_failures_total/.test(line) && !line.endsWith(' 0'),
    )
  if (wrong.length > 0) throw new Error(`The provider on ${String(port)} failed:\n${wrong.join('\n')}`)
}

async function mustHave(port: number, bookings: readonly string[]): Promise<void> {
  const driver = await DemoDriver.signIn(`http://127.0.0.1:${String(port)}`)
  const { items } = await driver.get<{ items: readonly { booking_id: string }[] }>('/bookings/list?size=100')
  const missing = bookings.filter((id) => items.every((item) => item.booking_id !== id))
  if (missing.length > 0) throw new Error(`Bookings are missing: ${missing.join(', ')}`)
}

async function besideEachOther(old: string, folder: string, running: ProviderRun[]): Promise<void> {
  const dataDir = path.join(folder, 'data')
  const made: string[] = []
  running.push(await start(old, OLD, dataDir))
  made.push(await journey(OLD))
  step('the old release works on its own tables')
  const file = path.join(folder, 'old.backup')
  await command(old, dataDir, ['backup', file])
  const before = [...made]
  step('and writes a backup')
  await command(ROOT, dataDir, ['migrate'])
  step('this release migrates the database under it')
  made.push(await journey(OLD))
  running.push(await start(old, OLD_AGAIN, dataDir))
  made.push(await journey(OLD_AGAIN))
  step('the old release works on, and starts anew, on the new tables')
  running.push(await start(ROOT, NEW, dataDir))
  for (const port of [NEW, OLD, NEW, OLD_AGAIN]) made.push(await journey(port))
  for (const port of [OLD, OLD_AGAIN, NEW]) await mustHave(port, made)
  step(`both work beside each other: ${String(made.length)} bookings, each seen by all`)
  await pause(ROUNDS_MS)
  for (const port of [OLD, OLD_AGAIN, NEW]) await mustBeCalm(port)
  step('no request was answered as a failure of ours, no round of a job failed')
  step(`reconciled: ${(await command(ROOT, dataDir, ['reconcile'])).trim().split('\n').at(-1) ?? ''}`)
  const other = path.join(folder, 'restored')
  await command(ROOT, other, ['restore', '--plain', file])
  running.push(await start(ROOT, RESTORED, other))
  await mustHave(RESTORED, before)
  await journey(RESTORED)
  await mustBeCalm(RESTORED)
  step(
    `the old backup is put back by this release: ${(await command(ROOT, other, ['reconcile'])).trim().split('\n').at(-1) ?? ''}`,
  )
}

const newest = git('log', '-1', '--format=%H', '--', 'provider/db/migrations')
const commit = git('rev-parse', process.argv[2] ?? `${newest}^`)
console.log(`this release against ${git('log', '-1', '--format=%h of %cs', commit)}`)
await withFolder('old-new', async (folder) => {
  const running: ProviderRun[] = []
  try {
    await besideEachOther(unpack(commit, folder), folder, running)
  } finally {
    await Promise.all(running.map((run) => stopProvider(run)))
  }
})
