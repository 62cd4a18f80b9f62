/**
 * `npm run rolling`: restarts two providers one after the other, twice each, behind nginx with the settings of
 * deploy/nginx, under load, and prints the number of requests and failures; exit code 1 unless none failed. Needs nginx
 * on the path and a built app.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { openDoor, pause, type ProviderRun, startProvider, stopProvider, withFolder } from './deployed.ts'

const [DOOR, FIRST, SECOND] = [4290, 4291, 4292] as const
const CLIENTS = 16
const ROUNDS = 2

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
const NEAR = '/api/v1/parks/front/parks/?lat=43.65&lng=-79.38&size=20'
/** The requests, in turn; each answers 200. */
const MIX = [
  { method: 'GET', path: NEAR },
  { method: 'PUT', path: '/api/v1/user/favourites/' },
  { method: 'GET', path: '/' },
  { method: 'DELETE', path: '/api/v1/user/favourites/' },
] as const
interface Question {
  readonly method: string
  readonly path: string
}
interface Driver {
  readonly token: string
  /** Nearby car parks that are added to the favourites and removed again. */
  readonly parks: readonly number[]
}

async function signIn(): Promise<Driver> {
  const at = `http://127.0.0.1:${String(FIRST)}`
  const answer = await fetch(`${at}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'demo@baywise.test', password: 'parking-demo' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const { items } = (await (await fetch(`${at}${NEAR}`)).json()) as { items: readonly { id: number }[] }
  return { token, parks: items.map(({ id }) => id) }
}

/** Returns the status; 0 when the connection broke. */
function ask({ method, path: at }: Question, token: string): Promise<number> {
  return new Promise((resolve) => {
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    const headers = { authorization: `Bearer ${token}`, ...key }
    const asked = request({ host: '127.0.0.1', port: DOOR, method, path: at, agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => resolve(0))
    })
    asked.once('error', () => resolve(0))
    asked.end()
  })
}

const counts = new Map<string, number>()
const tookMs: number[] = []
const load = { isOn: true }
async function client(first: number, { token, parks }: Driver): Promise<void> {
  for (let turn = first; load.isOn; turn += 1) {
    const question = MIX[turn % MIX.length] ?? MIX[0]
    const park = question.path.endsWith('/favourites/') ? String(parks[first % parks.length] ?? 1) : ''
    const start = performance.now()
    const status = await ask({ method: question.method, path: question.path + park }, token)
    tookMs.push(performance.now() - start)
    const key = status === 200 ? 'right' : `${question.method} ${question.path}: ${String(status)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
}

function report(): boolean {
  const all = tookMs.length
  const right = counts.get('right') ?? 0
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (share: number): string => `${String(Math.round(sorted[Math.floor(all * share)] ?? 0))} ms`
  console.log(`requests ${String(all)}, failed ${String(all - right)}, restarts ${String(ROUNDS * 2)}`)
  console.log(`p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(0.999_999)}`)
  for (const [key, count] of counts) if (key !== 'right') console.log(`${String(count)} ${key}`)
  return all === right && all > 0
}

await withFolder('rolling', async (folder) => {
  const settings = {
    ...{ DATA_DIR: path.join(folder, 'data'), SANDBOX: '1', STREETS: 'none', TRUST_PROXY: '127.0.0.1' },
    ...{ REQUESTS_PER_MINUTE_PER_ADDRESS: '0', REQUESTS_PER_MINUTE_PER_USER: '0' },
  }
  const processes: ProviderRun[] = []
  for (const port of [FIRST, SECOND]) processes.push(await startProvider(port, settings))
  const door = openDoor(folder, DOOR, [FIRST, SECOND])
  try {
    const driver = await signIn()
    const clients = Array.from({ length: CLIENTS }, (_, n) => client(n, driver))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, running] of processes.entries()) {
        await pause(1_000)
        await stopProvider(running)
        processes[index] = await startProvider(running.port, settings)
      }
    }
    await pause(1_000)
    load.isOn = false
    await Promise.all(clients)
    if (!report()) process.exitCode = 1
  } finally {
    door.stop()
    await Promise.all(processes.map((running) => stopProvider(running)))
    agent.destroy()
  }
})
