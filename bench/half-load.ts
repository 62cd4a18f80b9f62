import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { p95 } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const CLIENTS = 16
const SATURATED_MS = 8_000
const PACED_MS = 15_000
const P95_AT_MOST_MS = 20

const PATHS = {
  'list of car parks': () => '/parks/front/parks/?country_id=2&size=20',
  'car parks near a place': (index: number) =>
    `/parks/front/parks/?lat=${(43.6 + (index % 100) / 1_000).toFixed(4)}&lng=-79.3832&size=20`,
} as const

const agent = new Agent({ keepAlive: true })

/**
 * Returns milliseconds until the whole answer has arrived, compressed as phones receive it. Unpacking is skipped,
 * because the client shares the cores.
 */
function ask(url: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage): void => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${String(answer.statusCode)}`))
      answer.once('error', reject)
      answer.once('end', () => resolve(performance.now() - startedAt))
      answer.resume()
    }
    get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, onAnswer).once('error', reject)
  })
}

/** Returns requests per second with `CLIENTS` requests in flight. */
async function saturate(urlOf: (index: number) => string): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < SATURATED_MS) await ask(urlOf(count++))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (count * 1_000) / (performance.now() - startedAt)
}

/**
 * Sends each request at its scheduled time, whether or not earlier ones were answered, so that slow answers do not
 * reduce the load.
 */
async function paced(urlOf: (index: number) => string, perSecond: number): Promise<readonly number[]> {
  const startedAt = performance.now()
  const asked: Promise<number>[] = []
  for (let index = 0; index * 1_000 < PACED_MS * perSecond; index += 1) {
    const waitMs = startedAt + (index * 1_000) / perSecond - performance.now()
    if (waitMs > 0) await pause(waitMs)
    asked.push(ask(urlOf(index)))
  }
  return Promise.all(asked)
}

/**
 * Lists at half the rate that saturates one process with its database, over HTTP, with the client on the same machine.
 */
export async function benchHalfLoad(): Promise<readonly BenchRow[]> {
  const provider = await ProviderProcess.start({ REQUESTS_PER_MINUTE_PER_ADDRESS: '0' })
  try {
    // A new provider makes its packs in a separate process on the same cores.
    await provider.untilLogged('packs.made')
    const rows: BenchRow[] = []
    for (const [name, pathOf] of Object.entries(PATHS)) {
      const urlOf = (index: number): string => `${provider.url}/api/v1${pathOf(index)}`
      // The first round warms connections and plans.
      await saturate(urlOf)
      const most = await saturate(urlOf)
      const value = p95(await paced(urlOf, most / 2))
      const full = `${name}, ${(most / 2).toFixed(0)} a second, half of what saturates it, p95`
      rows.push(limited({ name: full, value, unit: 'ms', digits: 1, atMost: P95_AT_MOST_MS }))
    }
    return rows
  } finally {
    agent.destroy()
    await provider.stop()
  }
}
