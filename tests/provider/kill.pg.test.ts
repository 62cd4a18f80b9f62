import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../provider/services/demo-account.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import {
  findFreePort,
  findPostgresPid,
  type ProviderProcess,
  spawnProvider,
  withDatabaseOf,
} from './support/provider-process.ts'
import { newKey } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF } from './support/test-parks.ts'

/** `npm run test:kill` does ten rounds of each. */
const ROUNDS = Number(process.env['BAYWISE_KILL_ROUNDS'] ?? '3')
const BOOKINGS = 50
const AT_ONCE = 5
const ROUND_MS = 60_000

let dataDir: string
let port: number
let parkId: number
let provider: ProviderProcess
/** Every booking id that the provider ever acknowledged, by key. */
const acknowledged = new Map<string, string>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-kill-'))
  port = await findFreePort()
  parkId = await withDatabaseOf(dataDir, async (db) => {
    const park = await insertTestPark(db, { capacity: 10_000 })
    const price = { kind: 'unit', tiers: [{ fromUnit: 0, unitPriceMinor: 1 }] } as const
    const windows = TEST_TARIFF.windows.map((window) => ({ ...window, price }))
    await setTariff(db, park.id, { tariff: { ...TEST_TARIFF, version: 'cheap', fees: [], windows } })
    return park.id
  })
  provider = await spawnProvider({ dataDir, port })
})

afterAll(async () => {
  provider.child.kill('SIGTERM')
  await provider.exited
  await rm(dataDir, { recursive: true, force: true })
})

const url = (path: string): string => `http://127.0.0.1:${String(port)}/api/v1${path}`
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function signIn(): Promise<string> {
  const body = JSON.stringify({ identifier: DEMO_EMAIL, password: DEMO_PASSWORD })
  const answer = await fetch(url('/auth/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

function toBody(): string {
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000
  return JSON.stringify({
    park_id: parkId,
    plate: 'KILL 9',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    payment_method: 'wallet',
    quoted_total: 2,
    tariff_version: 'cheap',
  })
}

/** Books as a phone does: sends the same key and body until the provider answers. */
async function bookUntilAnswered(token: string, onAnswer: () => void): Promise<void> {
  const key = newKey()
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' }
  const body = toBody()
  const deadline = Date.now() + ROUND_MS
  while (Date.now() < deadline) {
    const answer = await fetch(url('/bookings'), {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.status === 201 && text !== undefined) {
      acknowledged.set(key, (JSON.parse(text) as { data: { booking_id: string } }).data.booking_id)
      onAnswer()
      return
    }
    const isTransient = answer === undefined || text === undefined || answer.status === 503 || answer.status === 409
    if (!isTransient) throw new Error(`Booking refused: ${String(answer.status)} ${text}`)
    await pause(50)
  }
  throw new Error('No answer within the round')
}

/** Makes fifty bookings with one disturbance among them. */
async function bookDuring(disturb: () => Promise<void>): Promise<void> {
  const token = await signIn()
  const at = 5 + Math.floor(Math.random() * (BOOKINGS - 15))
  let answered = 0
  let left = BOOKINGS
  let disturbed: Promise<void> | undefined
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await bookUntilAnswered(token, () => {
        answered += 1
        if (answered >= at) disturbed ??= disturb()
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await disturbed
}

async function expectNothingLostOrDoubled(): Promise<void> {
  await withDatabaseOf(dataDir, async (db) => {
    const rows = await db.query<{ booking_id: string }>('select booking_id from bookings')
    expect(rows.map((row) => row.booking_id).toSorted()).toEqual([...acknowledged.values()].toSorted())
    expect(await reconcile(db)).toEqual([])
  })
}

async function restartProvider(): Promise<void> {
  provider = await spawnProvider({ dataDir, port })
}

test(
  'fault 33: kill -9 of the provider during 50 bookings loses none and doubles none, and its database goes on',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await findPostgresPid(dataDir)
      expect(before).toBeDefined()
      await bookDuring(async () => {
        provider.child.kill('SIGKILL')
        expect(await provider.exited).toBe('SIGKILL')
        await restartProvider()
      })
      // The provider joined the left-over server; a second one on the folder would have another process id.
      expect(await findPostgresPid(dataDir)).toBe(before)
      await expectNothingLostOrDoubled()
    }
  },
  ROUNDS * ROUND_MS,
)

test(
  'kill -9 of the database during 50 bookings loses none and doubles none; the provider starts it again',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await findPostgresPid(dataDir)
      expect(before).toBeDefined()
      await bookDuring(() => {
        if (before !== undefined) process.kill(before, 'SIGKILL')
        return Promise.resolve()
      })
      expect(await findPostgresPid(dataDir)).not.toBe(before)
      await expectNothingLostOrDoubled()
    }
  },
  ROUNDS * ROUND_MS,
)

test(
  'SIGTERM during 50 bookings ends provider and database in order and loses nothing acknowledged',
  async () => {
    await bookDuring(async () => {
      provider.child.kill('SIGTERM')
      // The exit code is 1 if the stop hung and gave up, shortly before its limit of five seconds.
      expect(await provider.exited).toBe(0)
      expect(await findPostgresPid(dataDir)).toBeUndefined()
      expect(await readdir(join(dataDir, 'pg-users'))).toEqual([])
      await restartProvider()
    })
    await expectNothingLostOrDoubled()
  },
  ROUND_MS,
)

test('both killed at once: the next start recovers', async () => {
  const postgres = await findPostgresPid(dataDir)
  provider.child.kill('SIGKILL')
  if (postgres !== undefined) process.kill(postgres, 'SIGKILL')
  await provider.exited
  await restartProvider()
  await expectNothingLostOrDoubled()
})
