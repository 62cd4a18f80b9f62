import { ProviderProcess } from '../e2e/provider-process.ts'
import { must } from '../src/lib/assert.ts'
import type { LatLng } from '../src/lib/cell.ts'
import { insertManyParks } from '../tests/provider/support/many-parks.ts'
import { withBenchDatabase } from './booking-world.ts'
import { p95 } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const PARKS = 500_000
const CLIENTS = 40
const REQUESTS = 2_000
const P95_AT_MOST_MS = 250

/** Milliseconds taken by each answer, with a constant number of requests in flight. */
async function timesOf(url: string, pathOf: (index: number) => string): Promise<readonly number[]> {
  const times: number[] = []
  let next = 0
  const client = async (): Promise<void> => {
    while (next < REQUESTS) {
      const path = pathOf(next++)
      const startedAt = performance.now()
      const answer = await fetch(`${url}/api/v1${path}`)
      if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}`)
      await answer.arrayBuffer()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return times
}

const near = ({ lat, lng }: LatLng): string => `/parks/front/parks/?lat=${lat.toFixed(5)}&lng=${lng.toFixed(5)}&size=20`

/** Nearness, words and fees with 500,000 parks over HTTP, 40 requests at once, in a separate provider and database. */
export function benchSearch(): Promise<readonly BenchRow[]> {
  return withBenchDatabase(async (db, { url }) => {
    await insertManyParks(db, PARKS)
    await db.query('vacuum analyze')
    const towns = await db.query<LatLng>(
      'select lat, lng from parks where lat is not null order by md5(id::text) limit 1000',
    )
    const provider = await ProviderProcess.start({ DATABASE_URL: url, REQUESTS_PER_MINUTE_PER_ADDRESS: '0' })
    try {
      const paths: Readonly<Record<string, (index: number) => string>> = {
        'near search in a town': (index) => near(must(towns[index % towns.length], 'a town')),
        'near search anywhere on the globe': (index) =>
          near({ lat: ((index * 37) % 180) - 90, lng: ((index * 71) % 360) - 180 }),
        'search by a word and a town': (index) => `/parks/front/parks/?search=lot+town${String(index % 2_000)}&size=20`,
        'fees of a country': (index) => `/front/fees?country_id=${String((index % 4) + 1)}`,
      }
      const rows: BenchRow[] = []
      for (const [name, pathOf] of Object.entries(paths)) {
        // The first round warms connections and plans.
        await timesOf(provider.url, pathOf)
        const value = p95(await timesOf(provider.url, pathOf))
        rows.push(
          limited({
            name: `${name}, ${String(PARKS)} parks, ${String(CLIENTS)} at once, p95`,
            value,
            unit: 'ms',
            atMost: P95_AT_MOST_MS,
          }),
        )
      }
      return rows
    } finally {
      await provider.stop()
    }
  })
}
