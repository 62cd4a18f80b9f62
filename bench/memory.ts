import { ProviderProcess } from '../e2e/provider-process.ts'
import { must } from '../src/lib/assert.ts'
import { DemoDriver, TORONTO } from './demo-driver.ts'
import { findOwners, processTree, pssBytes } from './processes.ts'
import { limited, type BenchRow } from './row.ts'

const REQUESTS = 1_000
const AT_ONCE = 8
const PROVIDER_LIMIT_MB = 200
const DATABASE_LIMIT_MB = 150
const DAY_MS = 86_400_000
const PLACES = [TORONTO, { lat: 14.6937, lng: -17.4441 }, { lat: 6.5244, lng: 3.3792 }, { lat: 40.7128, lng: -74.006 }]

/** Sends reads as a searching driver does, and one booking per hundred requests: the demo wallet holds no more. */
async function sendMixed(url: string): Promise<void> {
  const driver = await DemoDriver.signIn(url)
  const parks = await driver.parksNear(TORONTO)
  const cheapest = parks.toSorted((a, b) => (a.hourly_from ?? 0) - (b.hourly_from ?? 0))
  const dayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const one = async (index: number): Promise<void> => {
    const park = must(parks[index % parks.length], 'a park')
    const times = `start_time=${new Date(dayMs + 2 * DAY_MS).toISOString()}&end_time=${new Date(dayMs + 2 * DAY_MS + 7_200_000).toISOString()}`
    const kinds = [
      () => driver.parksNear(must(PLACES[index % PLACES.length], 'a place')),
      () => driver.get(`/front/parks/${park.slug}`),
      () => driver.get(`/front/parks/${String(park.id)}/quote?vehicle_type_id=1&${times}`),
      () => driver.get('/bookings/list?size=10'),
      () => driver.get('/wallet?currency=CAD'),
    ]
    if (index % 100 === 0) {
      const stay = { startMs: dayMs + (2 + index / 100) * DAY_MS, minutes: 5 }
      await driver.book(must(cheapest[index / 100], 'a cheap park'), stay)
    } else await must(kinds[index % kinds.length], 'a kind')()
  }
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < REQUESTS) await one(next++)
    }),
  )
}

async function summedPssMb(ids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(ids.map(pssBytes))
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20
}

/** Memory of the provider and of PostgreSQL's processes after importing all parks and serving 1,000 mixed requests. */
export async function benchMemory(): Promise<readonly BenchRow[]> {
  process.env['REQUESTS_PER_MINUTE_PER_ADDRESS'] = '0'
  process.env['REQUESTS_PER_MINUTE_PER_USER'] = '0'
  const provider = await ProviderProcess.start()
  try {
    await sendMixed(provider.url)
    const owners = await findOwners(provider.dataDir)
    const database = await processTree(owners.postmaster)
    return [
      limited({
        name: 'provider, Pss',
        value: await summedPssMb([owners.provider]),
        unit: 'MB',
        atMost: PROVIDER_LIMIT_MB,
      }),
      limited({
        name: `database, Pss of ${String(database.length)} processes`,
        value: await summedPssMb(database),
        unit: 'MB',
        atMost: DATABASE_LIMIT_MB,
      }),
    ]
  } finally {
    await provider.stop()
  }
}
