import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importParks, type ImportReport } from '../../provider/import/import-parks.ts'
import { findBookablePark } from '../../provider/repositories/bookable-parks.ts'
import type { Park, ParkTile } from '../../src/contract/parks.ts'
import type { Problem } from '../../src/contract/common.ts'
import type { QuoteWire, RateWire } from '../../src/contract/tariff.ts'
import { parseParkCode } from '../../src/domain/code.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
const LINES = linesOf('parks.ndjson')

interface ParkAnswer {
  readonly items: readonly Park[]
  readonly total: number
  readonly pages: number
}

let provider: TestProvider
let report: ImportReport
beforeAll(async () => {
  provider = await startTestProvider()
  report = await importParks(provider.deps, LINES)
})
afterAll(() => provider.close())

async function get<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await provider.request('GET', `/api/v1${path}`, { headers })
  return (await answer.json()) as T
}
const list = (query: string): Promise<ParkAnswer> => get(`/parks/front/parks/?${query}`)
const one = async (key: string | number): Promise<Park> =>
  (await get<{ data: Park }>(`/front/parks/${String(key)}`)).data
const names = ({ items }: ParkAnswer): string[] => items.map(({ name }) => name)

/** Green P 58, Toronto. */
async function greenP58(): Promise<Park> {
  const { items } = await list('search=green%20p%20carpark%2058')
  return must(
    items.find(({ name }) => name === 'Green P Carpark 58'),
    'Green P Carpark 58',
  )
}

test('the whole file goes in, and more than 300 rows carry real tariffs', () => {
  expect(report).toMatchObject({ accepted: 2196, added: 2196, updated: 0, refused: [], ratesParsed: 359 })
})

test('importing again changes nothing, and codes, slugs and ids stay', async () => {
  const before = await greenP58()
  expect(await importParks(provider.deps, LINES)).toMatchObject({
    accepted: 2196,
    added: 0,
    updated: 0,
    unchanged: 2196,
  })
  expect(await greenP58()).toEqual(before)
})

test('a malformed line is reported with its number and the rest goes in', async () => {
  const good = { source: 'test', source_id: 'a', country_code: 'NG', currency: 'NGN', name: 'Ọjà Market' }
  const lines = [
    'not json',
    JSON.stringify(good),
    '',
    JSON.stringify({ ...good, source_id: 'b', lat: 100, lng: 3 }),
    JSON.stringify(good),
  ]
  const result = await importParks(provider.deps, lines)
  expect(result.accepted).toBe(1)
  expect(result.refused.map(({ line }) => line)).toEqual([1, 4, 5])
  expect(names(await list('search=oja%20market'))).toEqual(['Ọjà Market'])
})

test('a changed row keeps its code and slug and gets a higher version and a new tariff; the old price is kept for a day', async () => {
  const line = {
    source: 'test',
    source_id: 'changing',
    country_code: 'CA',
    currency: 'CAD',
    name: 'Changing',
    rates_text: '$1.00 / Half Hour',
  }
  await importParks(provider.deps, [JSON.stringify(line)])
  const before = must((await list('search=changing')).items[0], 'park')
  const again = await importParks(provider.deps, [
    JSON.stringify({ ...line, name: 'Changed', rates_text: '$1.50 / Half Hour' }),
  ])
  expect(again).toMatchObject({ accepted: 1, added: 0, updated: 1 })
  const after = must((await list('search=changed')).items[0], 'park')
  expect(after).toMatchObject({
    id: before.id,
    code: before.code,
    slug: before.slug,
    version: before.version + 1,
    hourly_from: 300,
  })
  expect(after.tariff_version).not.toBe(before.tariff_version)
  const kept = (atMs: number): Promise<string[]> =>
    findBookablePark(provider.deps.db, toParkId(after.id), atMs).then((park) =>
      (park?.rates ?? []).map(({ tariff }) => tariff.version),
    )
  const now = provider.clock.now()
  expect(await kept(now)).toEqual([after.tariff_version, before.tariff_version])
  expect(await kept(now + 23 * HOUR_MS)).toEqual([after.tariff_version, before.tariff_version])
  expect(await kept(now + 26 * HOUR_MS)).toEqual([after.tariff_version])
  expect((await list('search=changing')).total).toBe(0)
})

test('rows without coordinates are found by text, with the zone of their state, and are nowhere near', async () => {
  const result = await importParks(provider.deps, linesOf('parks.nocoords.ndjson').slice(0, 20))
  expect(result).toMatchObject({ accepted: 20, refused: [] })
  const { items } = await list('search=springfield%20blvd')
  expect(items[0]).toMatchObject({ lat: null, lng: null, timezone: 'America/New_York', city: 'New York' })
  const near = await list('lat=40.7&lng=-73.8&size=100&country=US')
  expect(near.items.every(({ lat }) => lat !== null)).toBe(true)
})

test('what the sandbox filled is listed and marked; what the source says is left alone', async () => {
  expect(await greenP58()).toMatchObject({
    demo: false,
    demo_fields: [],
    source: 'toronto-greenp-2019',
    timezone: 'America/Toronto',
  })
  const dakar = await list('lat=14.6952&lng=-17.4624&size=1')
  expect(dakar.items[0]).toMatchObject({ demo: true, demo_fields: ['name', 'capacity', 'tariff'], currency: 'XOF' })
  expect(dakar.items[0]?.rate.tariff.demo).toBe(true)
})

test('near Dakar, Toronto and Lagos the nearest known parks come first', async () => {
  const dakar = await list('lat=14.6928&lng=-17.4467&size=100')
  expect(names(dakar).some((name) => /Dakar|Gare|Parking/.test(name))).toBe(true)
  const toronto = await list('lat=43.669282&lng=-79.385289')
  expect(names(toronto).slice(0, 2)).toEqual(['Green P Carpark 1', 'Green P Carpark 3'])
  expect(toronto.items[0]?.distance_m).toBe(0)
  const lagos = await list('lat=6.5774&lng=3.3212&size=20')
  expect(names(lagos)).toContain('Murtala Muhammed International Airport')
  for (const { items } of [dakar, toronto, lagos]) {
    const distances = items.map(({ distance_m: metres }) => metres ?? -1)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  }
})

test('the pages of a search by position hold every park on the map once', async () => {
  const seen: number[] = []
  let previous = 0
  for (let page = 1; page <= 5; page += 1) {
    const { items, pages, total } = await list(`lat=14.7&lng=-17.4&country=SN&size=30&page=${String(page)}`)
    expect([pages, total]).toEqual([5, 135])
    for (const { id, distance_m: metres = -1 } of items) {
      expect(metres).toBeGreaterThanOrEqual(previous)
      previous = metres
      seen.push(id)
    }
  }
  expect(new Set(seen).size).toBe(135)
})

test('search ignores accents and case, matches the beginning of each word, and needs all of them', async () => {
  const [accented, plain] = [await list('search=Thi%C3%A8s'), await list('search=THIES')]
  expect(plain.total).toBeGreaterThan(0)
  expect(names(plain)).toEqual(names(accented))
  expect((await list('search=toron%20green')).total).toBe(252)
  expect((await list('search=toronto%20dakar')).total).toBe(0)
  const park = await greenP58()
  expect(names(await list(`search=${park.code}`))).toEqual([park.name])
})

test('countries are named by code or by name in either language, and an unknown one is refused', async () => {
  const totals = await Promise.all(
    ['SN', 'senegal', 'S%C3%A9n%C3%A9gal'].map(async (country) => (await list(`country=${country}`)).total),
  )
  expect(totals).toEqual([135, 135, 135])
  const answer = await provider.request('GET', '/api/v1/parks/front/parks/?country=Atlantis')
  expect(answer.status).toBe(422)
})

test('kinds filter', async () => {
  const { items } = await list('country=NG&kind=airport')
  expect(items.length).toBeGreaterThan(0)
  expect(items.every(({ kind, country_code: country }) => kind === 'airport' && country === 'NG')).toBe(true)
})

test.each(['size=101', 'size=0', 'page=0', 'page=x', 'lat=91&lng=0', 'lat=14', 'kind=palace'])(
  'a query of %s is refused with 422',
  async (query) => {
    const answer = await provider.request('GET', `/api/v1/parks/front/parks/?${query}`)
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  },
)

test('the path without its slash answers the same', async () => {
  expect((await get<ParkAnswer>('/parks/front/parks?country=SN')).total).toBe(135)
})

test('a park is found by id, slug and code in any case', async () => {
  const park = await greenP58()
  expect(parseParkCode(park.code)).toEqual({ ok: true, value: park.code })
  expect(park.slug).toBe(`green-p-carpark-58-toronto-${park.code.toLowerCase()}`)
  for (const key of [park.id, park.slug, park.slug.toUpperCase(), park.code, park.code.toLowerCase()]) {
    expect((await one(key)).id).toBe(park.id)
  }
})

test.each(['999999999', '99999999999', 'no-such-park', 'CA00000'])(
  'park %s is not found, in French when asked',
  async (key) => {
    const answer = await provider.request('GET', `/api/v1/front/parks/${key}`, { headers: { 'accept-language': 'fr' } })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'park_not_found', title: 'Parking introuvable' })
  },
)

test('a park without an id is asked for by name of the field', async () => {
  expect(await get<Problem>('/front/parks/')).toMatchObject({ status: 422, detail: 'Park ID is required' })
  expect(await get<Problem>('/front/parks', { 'accept-language': 'fr' })).toMatchObject({
    detail: 'L’identifiant du parking est obligatoire',
  })
})

test('the rate of a park is the one embedded in it, promised for at least a day', async () => {
  const park = await greenP58()
  const { data } = await get<{ data: RateWire }>(`/front/parks/${String(park.id)}/rate?vehicle_type_id=1`)
  expect(data).toEqual(park.rate)
  expect(Date.parse(data.valid_until) - provider.clock.now()).toBeGreaterThanOrEqual(24 * HOUR_MS)
  expect((await provider.request('GET', `/api/v1/front/parks/${String(park.id)}/rate?vehicle_type_id=9`)).status).toBe(
    422,
  )
})

test('the quote of Green P 58 from 14:30 to 18:00 is 14.00 with all its spaces free', async () => {
  const park = await greenP58()
  const { data } = await get<{ data: QuoteWire }>(
    `/front/parks/${park.code}/quote?start_time=2026-11-23T19:30:00Z&end_time=2026-11-23T23:00:00Z`,
  )
  expect(data).toMatchObject({
    total: 1400,
    currency: 'CAD',
    tariff_version: park.tariff_version,
    available: park.capacity,
  })
})

test('a quote refuses times that make no stay and hours in which the park is closed', async () => {
  const park = await greenP58()
  const backwards = await get<Problem>(
    `/front/parks/${park.code}/quote?start_time=2026-11-23T23:00:00Z&end_time=2026-11-23T19:30:00Z`,
  )
  expect(backwards).toMatchObject({ status: 422, code: 'end_not_after_start' })
  const lot = must((await list('search=eug%C3%A8ne%20lapierre')).items[0], 'lot open from 17:00')
  const closed = await get<Problem>(
    `/front/parks/${lot.code}/quote?start_time=2026-11-23T15:00:00Z&end_time=2026-11-23T16:00:00Z`,
    { 'accept-language': 'fr' },
  )
  expect(closed).toMatchObject({ status: 409, code: 'park_closed', title: 'Parking fermé' })
})

test('cells come whole, empty ones too, and their revision follows their parks', async () => {
  const park = await greenP58()
  const cell = cellOf(must(park.lat, 'lat'), must(park.lng, 'lng'))
  const empty = cellOf(0, 0)
  const tiles = (await get<{ data: ParkTile[] }>(`/parks/cells?cells=${String(cell)},${String(empty)}`)).data
  const expected = LINES.map((line) => JSON.parse(line) as { lat: number; lng: number; source_id: string }).filter(
    ({ lat, lng }) => cellOf(lat, lng) === cell,
  )
  const tile = must(
    tiles.find((candidate) => candidate.cell === cell),
    'tile',
  )
  expect(tile.parks).toHaveLength(expected.length)
  expect(tiles.find((candidate) => candidate.cell === empty)?.parks).toEqual([])
  const again = (await get<{ data: ParkTile[] }>(`/parks/cells?cells=${String(cell)}`)).data
  expect(again[0]?.revision).toBe(tile.revision)
  const { lat, lng } = park
  const moved = { source: 'test', source_id: 'tile', country_code: 'CA', currency: 'CAD', lat, lng, name: 'New here' }
  await importParks(provider.deps, [JSON.stringify(moved)])
  const changed = (await get<{ data: ParkTile[] }>(`/parks/cells?cells=${String(cell)}`)).data
  expect(changed[0]?.revision).not.toBe(tile.revision)
})
