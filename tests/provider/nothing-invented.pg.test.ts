import { afterAll, beforeAll, expect, it } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import { forgetInvented } from '../../provider/repositories/invented-parks.ts'
import type { Park } from '../../src/contract/parks.ts'
import { codeOf } from './support/accounts.ts'
import { balanceOf, createDriver, postBooking, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const line = (id: string, changes: Record<string, unknown>): string =>
  JSON.stringify({
    ...{ source: 's', source_id: id, country_code: 'CA', currency: 'CAD', state: 'Ontario', city: 'Toronto', name: id },
    ...{ lat: 43.6, lng: -79.4, ...changes },
  })
const PRICED = line('Priced', { hourly_rate: 2, capacity: 10 })
const UNPRICED = line('Unpriced', { capacity: 10 })
const UNCOUNTED = line('Uncounted', { hourly_rate: 2 })
const LINES = [PRICED, UNPRICED, UNCOUNTED]

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ config: { sandbox: false, welcomeCredit: false } })
  driver = await createDriver(provider)
})
afterAll(() => provider.close())

async function listed(): Promise<ReadonlyMap<string, Park>> {
  const answer = await provider.request('GET', '/api/v1/parks/front/parks/?lat=43.6&lng=-79.4')
  const { items } = (await answer.json()) as { items: readonly Park[] }
  return new Map(items.map((park) => [park.name, park]))
}

async function refusalOf(park: Park | undefined): Promise<unknown> {
  if (park === undefined) return 'not listed'
  const changes = { quoted_total: 200, tariff_version: park.tariff_version }
  return codeOf(await postBooking(provider, driver, { parkId: park.id, changes }))
}

async function expectNothingInvented(): Promise<void> {
  const parks = await listed()
  const [unpriced, uncounted] = [parks.get('Unpriced'), parks.get('Uncounted')]
  expect(unpriced).toMatchObject({ hourly_from: null, capacity: 10, demo: false })
  expect(unpriced?.rate.tariff).toMatchObject({ windows: [], demo: false })
  expect(uncounted).toMatchObject({ hourly_from: 200, capacity: null, available: null, demo: false })
  expect(await refusalOf(unpriced)).toBe('park_closed')
  expect(await refusalOf(uncounted)).toBe('park_closed')
  // Only the money is missing.
  expect(await refusalOf(parks.get('Priced'))).toBe('wallet_too_low')
  const stay = `start_time=2026-11-23T14:00:00Z&end_time=2026-11-23T15:00:00Z`
  const quoted = await provider.request('GET', `/api/v1/front/parks/${String(unpriced?.id)}/quote?${stay}`)
  expect(await codeOf(quoted)).toBe('park_closed')
}

it('outside the sandbox a park without a price or a count is listed and cannot be booked', async () => {
  await importParks(provider.deps, LINES)
  await expectNothingInvented()
})

it('what the sandbox made up is forgotten when the same database is started without it, promises too', async () => {
  await importParks({ ...provider.deps, config: { sandbox: true } }, LINES)
  expect((await listed()).get('Unpriced')).toMatchObject({ hourly_from: 300, demo: true })
  expect((await listed()).get('Uncounted')?.capacity).toBeGreaterThan(0)
  expect(await forgetInvented(provider.deps.db, provider.clock.now())).toBe(2)
  await expectNothingInvented()
  expect(await forgetInvented(provider.deps.db, provider.clock.now())).toBe(0)
})

it('a wallet opens empty', async () => {
  expect(await balanceOf(provider, await createDriver(provider))).toBe(0)
})
