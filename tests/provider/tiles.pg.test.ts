import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { importParks } from '../../provider/import/import-parks.ts'
import { importRegion, type ImportedRegion } from '../../provider/tiles/import-region.ts'
import { tileFolder } from '../../provider/tiles/tile-shelf.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { TileRegionWire } from '../../src/contract/tiles.ts'
import { MIDTOWN } from '../tiles/support/extracts.ts'
import { readJson } from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let dataDir: string
let provider: TestProvider
let made: ImportedRegion
let bytes: Buffer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-tiles-'))
  provider = await startTestProvider({ config: { dataDir } })
})
afterAll(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  provider.request('GET', path, { headers })
const listed = async (): Promise<readonly TileRegionWire[]> =>
  (await readJson<{ data: readonly TileRegionWire[] }>(await get('/api/v1/tiles'))).data

it('before the first import no region is listed', async () => {
  expect(await listed()).toEqual([])
})

describe('a region that was imported', () => {
  beforeAll(async () => {
    made = await importRegion(MIDTOWN, { dataDir, clock: provider.clock })
    bytes = await readFile(join(tileFolder(dataDir), made.row.file))
  })
  const url = (): string => `/tiles/${made.row.file}`
  const part = async (range: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await get(url(), { range, ...headers })
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, range: answer.headers.get('content-range'), body, answer }
  }

  it('is listed with its address, size, box, credit and time, and nothing of where it came from', async () => {
    expect(await listed()).toEqual([
      {
        region: 'midtown',
        url: url(),
        bytes: bytes.length,
        box: [-74.014, 40.736, -73.963, 40.759],
        attribution: '© OpenStreetMap contributors',
        made_at: '2026-11-23T12:00:00.000Z',
      },
    ])
  })

  it('is not sent again to whoever knows the list', async () => {
    const first = await get('/api/v1/tiles')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    expect((await get('/api/v1/tiles', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/api/v1/tiles', { 'if-none-match': `W/${etag}, "x"` })).status).toBe(304)
    expect((await get('/api/v1/tiles', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('comes whole, for ever, by an address of its content', async () => {
    const answer = await get(url())
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    })
  })

  it('comes in parts: from the start, from the middle, to the end, the last', async () => {
    const size = bytes.length
    for (const [range, start, end] of [
      ['bytes=0-126', 0, 126],
      ['bytes=1000-1999', 1_000, 1_999],
      [`bytes=${String(size - 5)}-`, size - 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=100-${String(size * 2)}`, 100, size - 1],
    ] as const) {
      const got = await part(range)
      expect([got.status, got.range]).toEqual([206, `bytes ${String(start)}-${String(end)}/${String(size)}`])
      expect(got.body.equals(bytes.subarray(start, end + 1))).toBe(true)
      expect(got.answer.headers.get('content-length')).toBe(String(end - start + 1))
    }
  })

  it('a part beyond its end is 416 and says how long it is', async () => {
    expect(await part(`bytes=${String(bytes.length)}-`)).toMatchObject({
      status: 416,
      range: `bytes */${String(bytes.length)}`,
    })
  })

  it('a range that is none, or several, is answered with the whole', async () => {
    for (const range of ['bytes=5-1', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=x-'])
      expect((await part(range)).status).toBe(200)
  })

  it('If-Range: a part of this content, the whole of another', async () => {
    const etag = (await get(url())).headers.get('etag') ?? ''
    expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206)
    expect((await part('bytes=0-9', { 'if-range': '"0000000000000000"' })).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': 'Mon, 23 Nov 2026 12:00:00 GMT' })).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-none-match': etag })).status).toBe(304)
  })

  it('HEAD says the same and sends nothing', async () => {
    const answer = await provider.request('HEAD', url(), { headers: { range: 'bytes=0-9' } })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([206, '10'])
    expect(await answer.text()).toBe('')
    expect((await provider.request('HEAD', url())).headers.get('content-length')).toBe(String(bytes.length))
  })

  it('no other file is reached, whatever the name', async () => {
    await writeFile(join(tileFolder(dataDir), 'midtown-0123456789abcdef.pmtiles.tmp'), 'half')
    for (const name of [
      ...['midtown.json', 'midtown-0123456789abcdef.pmtiles', 'midtown-0123456789abcdef.pmtiles.tmp', 'x', ''],
      ...[
        '..%2fsecret',
        '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
        `..%2ftiles%2f${made.row.file}`,
        made.row.file.toUpperCase(),
        '%00',
      ],
    ]) {
      expect((await get(`/tiles/${name}`)).status, name).toBe(404)
    }
    expect((await provider.request('POST', url())).status).toBe(404)
  })

  it('is there after a restart, under the same address', async () => {
    const before = await listed()
    const again = buildApp(provider.deps)
    const answer = await again.request('/api/v1/tiles')
    expect(await readJson(answer)).toEqual({ data: before })
    expect((await again.request(url(), { headers: { range: 'bytes=0-6' } })).status).toBe(206)
  })

  it('is described', async () => {
    const description = await readJson<{ paths: Readonly<Record<string, unknown>> }>(await get('/api/v1/openapi.json'))
    expect(Object.keys(description.paths)).toContain('/api/v1/tiles')
  })
})

describe('the garages of midtown', () => {
  const linesOf = async (name: string): Promise<readonly string[]> =>
    (await readFile(new URL(`../../data/${name}`, import.meta.url), 'utf8')).split('\n').filter((line) => line !== '')
  const near = async (): Promise<readonly Park[]> =>
    (
      await readJson<{ items: readonly Park[] }>(
        await get('/api/v1/parks/front/parks/?lat=40.7505&lng=-73.9934&size=5'),
      )
    ).items

  it('go in, all 183, with capacities of their source and prices of the sandbox that say so', async () => {
    const report = await importParks(provider.deps, await linesOf('parks.midtown.ndjson'))
    expect(report).toMatchObject({ accepted: 183, added: 183, refused: [], ratesDemo: 183 })
    const parks = await near()
    expect(parks).toHaveLength(5)
    for (const park of parks) {
      expect(park).toMatchObject({ city: 'New York', timezone: 'America/New_York', demo: true })
      expect(park.demo_fields).toEqual(['tariff'])
      expect(park.capacity).toBeGreaterThan(0)
    }
  })

  it('keep their positions when the register without any is imported after them', async () => {
    const before = await near()
    const report = await importParks(provider.deps, await linesOf('parks.nocoords.ndjson'))
    expect(report).toMatchObject({ accepted: 1569, updated: 0, unchanged: 183, refused: [] })
    expect(await near()).toEqual(before)
  })
})
