import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { createMetrics } from '../../provider/http/metrics.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, toSocket, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, {})
})
afterAll(() => provider.close())

/** Saves a car park as a favourite under each key in turn; returns the metric lines about outbox waits. */
async function waitsOf(keys: readonly string[], parkId: number = park.id): Promise<readonly string[]> {
  const metrics = createMetrics()
  const app = buildApp(provider.deps, () => false, metrics)
  const authorization = `Bearer ${await driver.token()}`
  for (const key of keys) {
    const headers = { authorization, 'idempotency-key': key }
    const where = `http://localhost/api/v1/user/favourites/${String(parkId)}`
    await app.fetch(new Request(where, { method: 'PUT', headers }), toSocket('203.0.113.7'))
  }
  return metrics
    .render({})
    .split('\n')
    .filter((line) => line.startsWith('baywise_outbox_wait'))
}

const line = (what: string, labels = ''): RegExp =>
  new RegExp(`^baywise_outbox_wait_seconds_${what}\\{method="PUT",route="[^"]*/user/favourites/:\\w+",?${labels}\\} `)

test('how long a tap waited on the phone is counted by its route, with nothing of who tapped', async () => {
  const waits = await waitsOf([uuid7(provider.clock.now() - HOUR_MS), uuid7(provider.clock.now())])
  expect(waits.find((text) => line('sum').test(text))).toMatch(/ 3600(\.\d+)?$/)
  expect(waits.find((text) => line('bucket', 'le="600"').test(text))).toMatch(/ 1$/)
  expect(waits.find((text) => line('bucket', 'le="3600"').test(text))).toMatch(/ 2$/)
})

test('what is sent again, what is refused and what has a key of another kind is not counted', async () => {
  const key = uuid7(provider.clock.now() - HOUR_MS)
  expect((await waitsOf([key, key])).find((text) => line('count').test(text))).toMatch(/ 1$/)
  expect(await waitsOf([uuid7(provider.clock.now())], 987_654_321)).toEqual([])
  expect(await waitsOf(['tap-1'])).toEqual([])
})

test('a phone whose clock is ahead has waited for nothing', async () => {
  const waits = await waitsOf([uuid7(provider.clock.now() + HOUR_MS)])
  expect(waits.find((text) => line('sum').test(text))).toMatch(/ 0$/)
})
