import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import { pullFeeds } from '../../provider/services/feeds.ts'
import { MINUTE_MS, toRfc3339, toInstant } from '../../src/domain/instant.ts'
import { readJson } from './support/accounts.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

const LINE = {
  ...{ source: 'feedtest', source_id: 'lot-1', country_code: 'CA', city: 'Toronto', name: 'Feed Lot', kind: 'lot' },
  ...{ lat: 43.7, lng: -79.4, capacity: 20, hourly_rate: 3, currency: 'CAD' },
  chargers: [
    { connector: 'type1_combo', power_kw: 50, count: 2, price: 48, per: 'kwh' },
    { connector: 'type1', count: 4 },
  ],
}

let provider: TestProvider
let folder: string
let code = ''
beforeAll(async () => {
  provider = await startTestProvider()
  folder = await mkdtemp(path.join(tmpdir(), 'feeds-'))
  const report = await importParks(provider.deps, [JSON.stringify(LINE)])
  expect(report.refused).toEqual([])
  const [row] = await provider.deps.db.query<{ code: string }>(`select code from parks where source = 'feedtest'`)
  code = row?.code ?? ''
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  await provider.deps.db.query('delete from park_feeds')
})

const pull = (format: 'baywise' | 'parkapi', address: string) =>
  pullFeeds({ ...provider.deps, config: { feeds: [{ format, source: 'feedtest', address }] } })

async function say(format: 'baywise' | 'parkapi', body: unknown): Promise<void> {
  const file = path.join(folder, 'feed.json')
  await writeFile(file, typeof body === 'string' ? body : JSON.stringify(body))
  await pull(format, file)
}

const at = (minutes: number): string => toRfc3339(toInstant(TEST_NOW + minutes * MINUTE_MS))
const readPark = async () =>
  (await readJson<{ data: Record<string, unknown> }>(await provider.request('GET', `/api/v1/front/parks/${code}`, {})))
    .data

it('shows free spaces and chargers with the time of the feed', async () => {
  const chargers = [{ connector: 'type1_combo', power_kw: 50, free: 1 }]
  await say('baywise', { items: [{ park: code.toLowerCase(), at: at(-2), free: 7, chargers }] })
  const park = await readPark()
  expect(park).toMatchObject({ available: 7, available_at: at(-2), ev_chargers: 6 })
  expect(park['chargers']).toEqual([
    { connector: 'type1_combo', power_kw: 50, count: 2, price: 48, per: 'kwh', free: 1, free_at: at(-2) },
    { connector: 'type1', power_kw: null, count: 4, price: null, per: null, free: null, free_at: null },
  ])
})

it('counts bookings again once a feed is silent, while chargers keep the age of its last word', async () => {
  await say('baywise', {
    items: [{ park: code, at: at(0), free: 7, chargers: [{ connector: 'type1', power_kw: null, free: 2 }] }],
  })
  provider.clock.advance(16 * MINUTE_MS)
  const park = await readPark()
  expect(park).toMatchObject({ available: 20, available_at: at(16) })
  expect(park['chargers']).toMatchObject([{ free: null }, { free: 2, free_at: at(0) }])
})

it('never takes an older word for a newer one, nor one from the future, nor more than there are', async () => {
  await say('baywise', [{ park: code, at: at(-1), free: 3 }])
  await say('baywise', [{ park: code, at: at(-5), free: 9 }])
  await say('baywise', [{ park: code, at: at(30), free: 0 }])
  expect(await readPark()).toMatchObject({ available: 3, available_at: at(-1) })
  await say('baywise', [
    { park: code, at: at(-1), free: 5 },
    { park: code, at: at(0), free: 900, chargers: [{ connector: 'type1', power_kw: null, free: 99 }] },
  ])
  const park = await readPark()
  expect(park).toMatchObject({ available: 20 })
  expect(park['chargers']).toMatchObject([{}, { free: 4 }])
})

it('reads ParkAPI by the ids of its source, from an address', async () => {
  const items = [
    { uid: 'lot-1', realtime_data_updated_at: '2026-11-24T00:00:00+00:00', realtime_free_capacity: 4 },
    { uid: 'nobody', realtime_data_updated_at: '2026-11-24T00:00:00+00:00', realtime_free_capacity: 4 },
    { uid: 'lot-1', realtime_data_updated_at: at(0), realtime_free_capacity: 11 },
  ]
  const server = createServer((_, answer) => answer.end(JSON.stringify({ items }))).listen(0)
  await pull('parkapi', `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`)
  server.close()
  expect(await readPark()).toMatchObject({ available: 11, available_at: at(0) })
})

it.each([
  ['no JSON', '<html>'],
  ['no items', { free: 3 }],
  [
    'items that are none',
    [
      null,
      3,
      { park: code },
      { park: '', at: at(0) },
      { park: 'x', at: 'yesterday', free: 1 },
      { park: 'x', at: at(0), free: -1 },
    ],
  ],
])('changes nothing with %s, and the next feed counts', async (_, body) => {
  await say('baywise', [{ park: code, at: at(-1), free: 3 }])
  await say('baywise', body)
  expect(await readPark()).toMatchObject({ available: 3 })
  await pull('baywise', path.join(folder, 'missing.json'))
  await pull('baywise', 'http://127.0.0.1:1/')
  expect(await readPark()).toMatchObject({ available: 3 })
})

it('makes no new version of the car park: phones and packs keep what they have', async () => {
  const before = await readPark()
  await say('baywise', [{ park: code, at: at(0), free: 1 }])
  expect(await readPark()).toMatchObject({ version: before['version'], updated_at: before['updated_at'] })
})
