import { afterAll, beforeAll, expect, test } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import type { FreeSpacesWire, Park } from '../../src/contract/parks.ts'
import type { QuoteWire } from '../../src/contract/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { createDriver, mustBook, postBooking } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const LINE = { source: 'test', country_code: 'CA', currency: 'CAD', state: 'Ontario', city: 'Toronto', capacity: 2 }

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  const lines = [
    {
      ...LINE,
      source_id: 'metered',
      name: 'Metered',
      lat: 43.7,
      lng: -79.4,
      rates_text: '$3.00 / Half Hour; Night Maximum (6pm - 7am) $8.00',
    },
    {
      ...LINE,
      source_id: 'office',
      name: 'Office',
      lat: 43.8,
      lng: -79.4,
      rates_text: 'Mon-Fri 06:00-17:00: $3/h, max $12',
    },
  ]
  await importParks(
    provider.deps,
    lines.map((line) => JSON.stringify(line)),
  )
})
afterAll(() => provider.close())

async function get<T>(path: string): Promise<T> {
  return ((await (await provider.request('GET', `/api/v1${path}`)).json()) as { data: T }).data
}

async function named(name: string): Promise<Park> {
  const answer = await provider.request('GET', `/api/v1/parks/front/parks/?search=${name}`)
  return must(((await answer.json()) as { items: Park[] }).items[0], name)
}

const span = (fromMinutes: number, toMinutes: number): string => {
  const at = (minutes: number): string => new Date(provider.clock.now() + minutes * 60_000).toISOString()
  return `start_time=${at(fromMinutes)}&end_time=${at(toMinutes)}`
}

test('a booking takes a space of its own time only: in the quote at once, in the park when it begins', async () => {
  const park = await named('metered')
  const quoteOf = (fromMinutes: number, toMinutes: number): Promise<QuoteWire> =>
    get(`/front/parks/${park.code}/quote?${span(fromMinutes, toMinutes)}`)
  const quoted = await quoteOf(60, 120)
  expect(quoted).toMatchObject({ total: 600, available: 2 })
  const changes = { quoted_total: quoted.total, tariff_version: quoted.tariff_version }
  await mustBook(provider, await createDriver(provider), { parkId: park.id, fromMinutes: 60, minutes: 60, changes })
  expect((await quoteOf(90, 150)).available).toBe(1)
  expect((await quoteOf(120, 180)).available).toBe(2)
  expect((await named('metered')).available).toBe(2)
  provider.clock.advance(70 * 60_000)
  expect(await named('metered')).toMatchObject({
    available: 1,
    available_at: new Date(provider.clock.now()).toISOString().replace('.000', ''),
  })
})

test('a stay in hours without a price is refused as closed, not given away', async () => {
  const park = await named('office')
  // 14 hours after a morning in Toronto it is night.
  const changes = { quoted_total: 0, tariff_version: park.tariff_version }
  const answer = await postBooking(provider, await createDriver(provider), {
    parkId: park.id,
    fromMinutes: 840,
    minutes: 60,
    changes,
  })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'park_closed' })
})

test('the free spaces of many parks are said for the whole of a stay, as the quote says them', async () => {
  const [metered, office] = [await named('metered'), await named('office')]
  const freeFor = (fromMinutes: number, toMinutes: number, ids: string): Promise<readonly FreeSpacesWire[]> =>
    get(`/parks/free?ids=${ids}&${span(fromMinutes, toMinutes)}`)
  const both = `${String(metered.id)},${String(office.id)}`
  const quoted = await get<QuoteWire>(`/front/parks/${metered.code}/quote?${span(2_000, 2_060)}`)
  const changes = { quoted_total: quoted.total, tariff_version: quoted.tariff_version }
  await mustBook(provider, await createDriver(provider), {
    parkId: metered.id,
    fromMinutes: 2_000,
    minutes: 60,
    changes,
  })
  const available_at = new Date(provider.clock.now()).toISOString().replace('.000', '')
  const office2 = { park_id: office.id, available: 2, available_at }
  expect(await freeFor(1_900, 2_100, both)).toEqual([{ park_id: metered.id, available: 1, available_at }, office2])
  expect(await freeFor(2_060, 2_100, both)).toEqual([{ park_id: metered.id, available: 2, available_at }, office2])
  // A park that does not exist gets no row; invalid times are refused.
  expect(await freeFor(0, 60, '999999999')).toEqual([])
  const wrong = await provider.request('GET', `/api/v1/parks/free?ids=${both}&${span(60, 0)}`)
  expect(wrong.status).toBe(422)
  const many = Array.from({ length: 101 }, (_, n) => n + 1).join(',')
  expect((await provider.request('GET', `/api/v1/parks/free?ids=${many}&${span(0, 60)}`)).status).toBe(422)
})
