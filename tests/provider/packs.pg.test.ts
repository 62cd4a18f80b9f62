import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import { findPark } from '../../provider/repositories/parks.ts'
import { importRegion } from '../../provider/tiles/import-region.ts'
import type { PackManifestWire } from '../../src/contract/packs.ts'
import type { Park } from '../../src/contract/parks.ts'
import { must } from '../../src/lib/assert.ts'
import { MIDTOWN, SAN_FRANCISCO } from '../tiles/support/extracts.ts'
import { readJson } from './support/accounts.ts'
import { importLines, line, listed, make, manifestOf, namesOf, parksOf, tilesOf } from './support/test-packs.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** A provider with the real car parks and the two bundled street maps, as a first start makes them. */
let provider: TestProvider
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-packs-'))
  provider = await startTestProvider({ config: { dataDir } })
  for (const name of ['parks.ndjson', 'parks.midtown.ndjson', 'parks.nocoords.ndjson']) {
    const text = await readFile(new URL(`../../data/${name}`, import.meta.url), 'utf8')
    await importParks(provider.deps, text.split('\n'))
  }
  await importRegion(MIDTOWN, { dataDir, clock: provider.clock })
  await make(provider)
}, 240_000)
afterAll(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> =>
  provider.request(method, path, { headers })

const allRegions = async () =>
  (await Promise.all(['NG', 'US', 'CA', 'SN'].map((country) => listed(provider, country)))).flat()

test('every car park with coordinates is in exactly one region, and comes out as the provider answers it', async () => {
  const regions = await allRegions()
  const found = new Map<number, Park>()
  for (const { region, parks } of regions) {
    const inside = await parksOf(provider, region)
    expect([region, inside.length]).toEqual([region, parks])
    for (const park of inside) {
      expect(found.has(park.id)).toBe(false)
      found.set(park.id, park)
    }
  }
  const { valid_until } = await manifestOf(provider, 'sn-dakar-dakar')
  const rows = await provider.deps.db.query<{ id: number }>('select id from parks where cell is not null')
  expect([found.size, rows.length > 2_300]).toEqual([rows.length, true])
  for (const { id } of rows) {
    const answered = must(await findPark(provider.deps.db, { id }, provider.clock.now()), 'a park')
    const rate = { ...answered.rate, valid_until }
    expect(found.get(id)).toEqual({ ...answered, available: null, available_at: null, rate })
  }
})

test('cells are whole: a phone that has the region needs no other answer for them', async () => {
  for (const region of ['ca-ontario-toronto', 'us-california-san-francisco', 'sn-dakar-dakar']) {
    const tiles = await tilesOf(provider, region)
    const rows = await provider.deps.db.query<{ cell: number; parks: number }>(
      'select cell, count(*) as parks from parks where cell = any($1::int[]) group by cell order by cell',
      [tiles.map(({ cell }) => cell)],
    )
    const packed = tiles.map(({ cell, parks }) => ({ cell, parks: parks.length }))
    expect(packed.toSorted((a, b) => a.cell - b.cell)).toEqual(rows)
  }
})

test('the index lists the regions of a country, largest first, with what they weigh on the wire', async () => {
  const regions = await listed(provider, 'CA')
  expect(regions[0]).toMatchObject({ region: 'ca-ontario-toronto', name: 'Toronto', state: 'Ontario', streets: [] })
  expect(regions.map(({ parks }) => parks)).toEqual(regions.map(({ parks }) => parks).toSorted((a, b) => b - a))
  for (const { region, bytes } of regions) {
    const { files } = await manifestOf(provider, region)
    expect(files.reduce((sum, file) => sum + file.bytes, 0)).toBe(bytes)
    for (const { hash, bytes: size } of files) {
      const answer = await get(`/api/v1/packs/${hash}.json`, { 'accept-encoding': 'br' })
      expect(answer.headers.get('content-length')).toBe(String(size))
    }
  }
})

test('index and manifest are not sent again to whoever knows them', async () => {
  for (const path of ['/api/v1/parks/packs?country=CA', '/api/v1/parks/packs/ca-ontario-toronto']) {
    const first = await get(path)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
})

test('a file is immutable, in the coding that is taken, and the same in all of them', async () => {
  const { files } = await manifestOf(provider, 'ca-ontario-toronto')
  const path = `/api/v1/packs/${files[0]?.hash ?? ''}.json`
  const plain = await get(path)
  const text = await plain.text()
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `W/"${files[0]?.hash ?? ''}"`,
    vary: 'Accept-Encoding',
    'content-length': String(Buffer.byteLength(text)),
  })
  expect(plain.headers.get('content-encoding')).toBeNull()
  for (const [coding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await get(path, { 'accept-encoding': coding })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(unpack(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text)
  }
  expect((await get(path, { 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
  const head = await get(path, { 'accept-encoding': 'br' }, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(files[0]?.bytes),
    '',
  ])
})

test.each([
  ['/api/v1/packs/00000000000000000000000000000000.json', 404, 'not_found'],
  ['/api/v1/packs/..%2f..%2fetc%2fpasswd', 404, 'not_found'],
  ['/api/v1/packs/..%2f00000000000000000000000000000000.json', 404, 'not_found'],
  ['/api/v1/packs/0000000000000000000000000000000%00.json', 404, 'not_found'],
  [`/api/v1/packs/${'0'.repeat(5_000)}.json`, 404, 'not_found'],
  ['/api/v1/packs/x', 404, 'not_found'],
  ['/api/v1/parks/packs/ca-ontario-nowhere', 404, 'not_found'],
  ['/api/v1/parks/packs/CA', 404, 'not_found'],
  ["/api/v1/parks/packs/ca-x'--", 404, 'not_found'],
  ['/api/v1/parks/packs?country=GB', 422, 'validation_failed'],
  ['/api/v1/parks/packs', 422, 'validation_failed'],
])('%s is refused', async (path, status, code) => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
    status,
    'application/problem+json',
  ])
  expect((await readJson<{ code: string }>(answer)).code).toBe(code)
})

test('streets are listed where they reach in, and their names are findable in the region of their cell', async () => {
  const midtown = await manifestOf(provider, 'us-new-york-new-york')
  expect(midtown.streets.map(({ region }) => region)).toEqual(['midtown'])
  expect(midtown.files.map(({ kind }) => kind).toSorted()).toContain('names')
  const names = await namesOf(provider, 'us-new-york-new-york')
  expect(names.length).toBeGreaterThan(50)
  const broadway = names.filter(({ name }) => name === 'Broadway')
  expect(broadway.length).toBeGreaterThanOrEqual(1)
  expect(broadway.length).toBeLessThanOrEqual(3)
})

test('a street map that comes later brings its streets and names to its regions, and nothing else changes', async () => {
  const before = new Map((await allRegions()).map((region) => [region.region, region]))
  provider.clock.advance(60_000)
  await importRegion(SAN_FRANCISCO, { dataDir, clock: provider.clock })
  await make(provider)
  const after = await allRegions()
  expect(
    after.filter((region) => region.revision !== before.get(region.region)?.revision).map(({ region }) => region),
  ).toEqual(['us-california-san-francisco'])
  expect((await namesOf(provider, 'us-california-san-francisco')).map(({ name }) => name)).toContain('Market Street')
  expect((await manifestOf(provider, 'us-california-san-francisco')).streets.map(({ region }) => region)).toEqual([
    'sf',
  ])
})

test('a machine without the street maps that another has leaves streets and names as they are', async () => {
  const before = await manifestOf(provider, 'us-california-san-francisco')
  const other = await mkdtemp(join(tmpdir(), 'baywise-packs-'))
  try {
    const elsewhere = { ...provider, deps: { ...provider.deps, config: { ...provider.deps.config, dataDir: other } } }
    await make(elsewhere)
    expect(await manifestOf(provider, 'us-california-san-francisco')).toEqual(before)
  } finally {
    await rm(other, { recursive: true, force: true })
  }
})

test('a price that changes changes one small file of its region; the phone loads no other', async () => {
  const before = await manifestOf(provider, 'ca-ontario-toronto')
  const lines = (await readFile(new URL('../../data/parks.ndjson', import.meta.url), 'utf8')).split('\n')
  const text = must(
    lines.find((one) => one.includes('"Green P Carpark 26"')),
    'a park of Toronto',
  )
  provider.clock.advance(60_000)
  const changed = JSON.stringify({ ...(JSON.parse(text) as object), rates_text: '$9.75 / Half Hour' })
  expect((await importParks(provider.deps, [changed])).updated).toBe(1)
  await make(provider)
  const after = await manifestOf(provider, 'ca-ontario-toronto')
  const known = new Set(before.files.map(({ hash }) => hash))
  expect(after.files.filter(({ hash }) => !known.has(hash))).toHaveLength(1)
  expect([after.revision === before.revision, after.made_at]).toEqual([false, '2026-11-23T12:02:00Z'])
  const priced = (await parksOf(provider, 'ca-ontario-toronto')).find(({ name }) => name === 'Green P Carpark 26')
  expect(priced?.hourly_from).toBe(1_950)
})

const filesOf = ({ files }: PackManifestWire): readonly string[] => files.map(({ hash }) => hash)

test('an import of what is there already changes no file', async () => {
  const before = await allRegions()
  const text = await readFile(new URL('../../data/parks.midtown.ndjson', import.meta.url), 'utf8')
  expect((await importParks(provider.deps, text.split('\n'))).unchanged).toBe(183)
  await make(provider)
  expect(await allRegions()).toEqual(before)
})

test('a region whose car parks are all gone is gone; its files are kept a month for whoever loads them', async () => {
  const own = { city: 'Ziguinchor', state: 'Casamance', lat: 12.58, lng: -16.27 }
  await importLines(provider, [line('z1', own), line('z2', own), line('z3', own)])
  await make(provider)
  const [hash = ''] = filesOf(await manifestOf(provider, 'sn-casamance-ziguinchor'))
  const { db } = provider.deps
  const gone = await db.query<{ id: number }>(`select id from parks where source = 'test' and state = 'Casamance'`)
  const ids = gone.map(({ id }) => id)
  await db.query('delete from park_tokens where park_id = any($1::int[])', [ids])
  await db.query('delete from park_tariffs where park_id = any($1::int[])', [ids])
  await db.query('delete from parks where id = any($1::int[])', [ids])
  await make(provider)
  expect((await get('/api/v1/parks/packs/sn-casamance-ziguinchor')).status).toBe(404)
  expect((await get(`/api/v1/packs/${hash}.json`)).status).toBe(200)
  provider.clock.advance(29 * 86_400_000)
  expect((await make(provider)).forgotten).toBe(0)
  provider.clock.advance(2 * 86_400_000)
  expect((await make(provider)).forgotten).toBeGreaterThan(0)
  expect((await get(`/api/v1/packs/${hash}.json`)).status).toBe(404)
  for (const region of await allRegions()) await manifestOf(provider, region.region)
})
