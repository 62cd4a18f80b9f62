import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importParks } from '../../../provider/import/import-parks.ts'
import { makePacks } from '../../../provider/services/make-packs.ts'
import { parksOfTile } from '../../../src/db/tile-text.ts'
import { keepRegion, loadPackList } from '../../../src/actions/regions.online.ts'
import type { Park } from '../../../src/contract/parks.ts'
import { readPackList, readRegions } from '../../../src/db/read/regions.ts'
import { mustInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { pricePark } from '../../../src/queries/price-park.ts'
import { createRandom } from '../../domain/places/support/random.ts'
import { startTestProvider, type TestProvider } from '../../provider/support/test-provider.ts'
import { phoneAt, valueOf } from '../support/provider-phone.ts'
import { offline, type TestPhone } from '../support/test-phone.ts'

const QUOTES = 100
const MINUTE_MS = 60_000
/** The next night, and the night in spring that loses an hour. */
const NIGHTS = ['2026-11-24T01:00:00Z', '2027-03-14T02:00:00Z']
const CITIES = /"city":"(?:Toronto|Montréal)"/

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  const lines = (await readFile(new URL('../../../data/parks.ndjson', import.meta.url), 'utf8')).split('\n')
  await importParks(
    provider.deps,
    lines.filter((line) => CITIES.test(line)),
  )
  await makePacks(provider.deps, { wait: true })
})
afterAll(() => provider.close())

/** A phone with all regions of the country stored, and no signal. */
async function keepingPhone(): Promise<TestPhone> {
  const phone = phoneAt(provider)
  valueOf(await loadPackList('CA', phone))
  for (const pack of (await readPackList('CA', phone.dbs)).value ?? []) valueOf(await keepRegion(pack, phone))
  await phone.settled()
  expect((await readRegions(phone.dbs)).filter(({ job }) => job !== null)).toEqual([])
  phone.line.through = offline
  return phone
}

interface Stay {
  readonly park: Park
  readonly fromMs: number
  readonly untilMs: number
  readonly vehicleTypeId: 1 | 2 | 3 | 4
}

function drawStay(parks: readonly Park[], random: () => number): Stay {
  const pick = (most: number): number => Math.floor(random() * most)
  const park = must(parks[pick(parks.length)], 'a park')
  const at = Date.parse(NIGHTS[pick(NIGHTS.length)] ?? '')
  const fromMs = at + pick(240) * MINUTE_MS
  const length = random() < 0.8 ? 15 + pick(20 * 60) : 60 * (1 + pick(72))
  return { park, fromMs, untilMs: fromMs + length * MINUTE_MS, vehicleTypeId: ([1, 2, 3, 4] as const)[pick(4)] ?? 1 }
}

/** Returns the total, or the code of the refusal. */
async function askProvider({ park, fromMs, untilMs, vehicleTypeId }: Stay): Promise<unknown> {
  const query = new URLSearchParams({
    vehicle_type_id: String(vehicleTypeId),
    start_time: new Date(fromMs).toISOString(),
    end_time: new Date(untilMs).toISOString(),
  })
  const answer = await provider.request('GET', `/api/v1/front/parks/${String(park.id)}/quote?${query.toString()}`)
  const body = (await answer.json()) as { data?: { total: number; tariff_version: string }; code?: string }
  return body.data === undefined ? body.code : [body.data.total, body.data.tariff_version]
}

function askPhone({ park, fromMs, untilMs, vehicleTypeId }: Stay): unknown {
  const from = mustInstant(new Date(fromMs).toISOString())
  const until = mustInstant(new Date(untilMs).toISOString())
  const price = pricePark(park, { fromMs: from, untilMs: until, vehicleTypeId })
  return price.ok ? [price.value.totalMinor, park.tariff_version] : price.error
}

test('a hundred stays over midnight and clock changes cost the same on a phone with no signal as at the provider', async () => {
  const phone = await keepingPhone()
  const tiles = await phone.dbs.public.tiles.toArray()
  const parks = tiles.flatMap((tile) => parksOfTile(tile).map(({ park }) => park))
  const [count] = await provider.deps.db.query<{ n: number }>('select count(*) as n from parks')
  expect(parks).toHaveLength(count?.n ?? 0)
  const random = createRandom(20_261_123)
  let priced = 0
  for (let step = 0; step < QUOTES; step += 1) {
    const stay = drawStay(parks, random)
    const [theirs, ours] = [await askProvider(stay), askPhone(stay)]
    expect(ours, JSON.stringify({ ...stay, park: stay.park.name })).toEqual(theirs)
    if (Array.isArray(ours)) priced += 1
  }
  expect(priced).toBeGreaterThan(QUOTES / 2)
}, 120_000)
