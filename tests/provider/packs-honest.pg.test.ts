import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { arePacksStale, confirmPacks, makePacks } from '../../provider/services/make-packs.ts'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { quote } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { createRandom } from '../domain/places/support/random.ts'
import { readJson } from './support/accounts.ts'
import { createDriver } from './support/test-driver.ts'
import { importLines, line, listed, make, manifestOf, parksOf } from './support/test-packs.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const DAKAR = 'sn-dakar-dakar'
let provider: TestProvider
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-packs-'))
  provider = await startTestProvider({ config: { dataDir } })
  await importLines(provider, [line(1), line(2), line(3, { lat: 14.7501 })])
})
afterEach(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

const priceTo = (hourly_rate: number) => importLines(provider, [line(1, { hourly_rate })])
const validity = async (): Promise<number> => Date.parse((await manifestOf(provider, DAKAR)).valid_until)

/** Quotes the first park from the pack, as a phone without a signal does. */
async function packQuote(hours: number) {
  const park = must(
    (await parksOf(provider, DAKAR)).find(({ name }) => name === 'Parking 1'),
    'the park',
  )
  const from = toInstant(Math.ceil(provider.clock.now() / HOUR_MS) * HOUR_MS + HOUR_MS)
  const priced = quote({
    ...{ tariff: tariffFromWire(park.rate.tariff), taxes: park.rate.taxes.map(taxFromWire), vehicleType: 1 },
    ...{ from, to: toInstant(from + hours * HOUR_MS), zone: park.timezone, now: toInstant(provider.clock.now()) },
  })
  if (!priced.ok) throw new Error(priced.error)
  const stay = { start_time: new Date(from).toISOString(), end_time: new Date(from + hours * HOUR_MS).toISOString() }
  return { park, stay, total: priced.value.totalMinor, version: park.tariff_version }
}

const providerQuote = async (parkId: number, stay: { readonly start_time: string; readonly end_time: string }) => {
  const answer = await provider.request(
    'GET',
    `/api/v1/front/parks/${String(parkId)}/quote?${new URLSearchParams(stay).toString()}`,
  )
  return (await readJson<{ data: { total: number; tariff_version: string } }>(answer)).data
}

/** Books as a phone that has been offline since it received the pack. */
async function bookAt(quoted: Awaited<ReturnType<typeof packQuote>>): Promise<number> {
  const driver = await createDriver(provider)
  const answer = await provider.request('POST', '/api/v1/bookings', {
    token: await driver.token(),
    key: randomUUID(),
    body: {
      ...{
        park_id: quoted.park.id,
        plate: `DK-${driver.userId.slice(-4)}`,
        vehicle_type_id: 1,
        payment_method: 'wallet',
        ...quoted.stay,
      },
      ...{ quoted_total: quoted.total, tariff_version: quoted.version },
    },
  })
  return answer.status
}

test('what a pack says a stay costs is what the provider says, before a price change and after the next round', async () => {
  await make(provider)
  for (const hourly of [500, 900, 350]) {
    await priceTo(hourly)
    await make(provider)
    for (const hours of [1, 3, 30]) {
      const packed = await packQuote(hours)
      const asked = await providerQuote(packed.park.id, packed.stay)
      expect([packed.total, packed.version]).toEqual([asked.total, asked.tariff_version])
    }
  }
})

test('a manifest promises prices as long as an answer of the hour would, and not a minute longer while nobody looks', async () => {
  await make(provider)
  expect(await validity()).toBe(provider.clock.now() + DAY_MS)
  provider.clock.advance(3 * HOUR_MS)
  expect(await validity()).toBe(provider.clock.now() - 3 * HOUR_MS + DAY_MS)
  expect(await confirmPacks(provider.deps)).toBe(true)
  expect(await validity()).toBe(provider.clock.now() + DAY_MS)
})

test('prices that changed after the files were made are promised no longer than they are kept', async () => {
  await make(provider)
  const promised = await validity()
  provider.clock.advance(2 * HOUR_MS)
  await priceTo(900)
  // The old files are still listed because no new ones were made, and they may not be confirmed as current either.
  expect(await confirmPacks(provider.deps)).toBe(false)
  expect(await validity()).toBe(promised)
  const old = await packQuote(1)
  expect(old.total).not.toBe((await providerQuote(old.park.id, old.stay)).total)
  expect(await bookAt(old)).toBe(201)
  await make(provider)
  expect(await validity()).toBe(provider.clock.now() + DAY_MS)
  expect((await packQuote(1)).total).toBe(900)
})

test.each([1, 2, 3])(
  'whatever happens in whatever order, a price that a manifest promises now can be booked (%i)',
  async (seed) => {
    const random = createRandom(seed)
    await make(provider)
    for (let step = 0; step < 14; step += 1) {
      const what = random()
      provider.clock.advance(Math.floor(random() * 9 * HOUR_MS))
      if (what < 0.3) await priceTo(300 + 50 * Math.floor(random() * 20))
      else if (what < 0.5) await make(provider)
      else if (what < 0.6) await confirmPacks(provider.deps)
      else if (what < 0.7) await makePacks(provider.deps, { wait: true, country: 'CA' })
      const isPromised = (await validity()) >= provider.clock.now()
      const status = await bookAt(await packQuote(2))
      expect([step, isPromised, !isPromised || status === 201, status]).toEqual([step, isPromised, true, status])
    }
  },
)

test('a round knows what changed without reading the parks, and only changes make it look again', async () => {
  expect(await arePacksStale(provider.deps)).toBe(true)
  await make(provider)
  expect(await arePacksStale(provider.deps)).toBe(false)
  await importLines(provider, [line(1), line(2)])
  expect(await arePacksStale(provider.deps)).toBe(false)
  await importLines(provider, [line(9, { lat: null, lng: null })])
  expect(await arePacksStale(provider.deps)).toBe(false)
  await importLines(provider, [line(4)])
  expect(await arePacksStale(provider.deps)).toBe(true)
  await make(provider, { country: 'CA' })
  expect(await arePacksStale(provider.deps)).toBe(true)
  await make(provider)
  expect([await arePacksStale(provider.deps), (await listed(provider))[0]?.parks]).toEqual([false, 4])
})

test('two that make packs at once: one does, the other says so or waits for it', async () => {
  const hurried = await Promise.all([1, 2].map(() => makePacks(provider.deps, { wait: false })))
  expect(hurried.some((made) => made !== 'busy')).toBe(true)
  // Whichever of the two runs first, the one that waits ends up having made the packs.
  const [, patient] = await Promise.all([
    makePacks(provider.deps, { wait: false }),
    makePacks(provider.deps, { wait: true }),
  ])
  expect(patient).not.toBe('busy')
  expect(await parksOf(provider, DAKAR)).toHaveLength(3)
  expect(await makePacks(provider.deps, { wait: false })).not.toBe('busy')
})

test('killed between any two statements, every region is whole: what it was, or what it is to be', async () => {
  await make(provider)
  const { db } = provider.deps
  let statements = 0
  let killAt = Infinity
  const mortal = <T extends { query: typeof db.query }>(inner: T): T =>
    new Proxy(inner, {
      get: (target, key, receiver) => {
        if (key === 'query')
          return (...call: Parameters<typeof db.query>) => {
            statements += 1
            if (statements > killAt) throw new Error('killed')
            return target.query(...call)
          }
        if (key === 'transaction')
          return (work: Parameters<typeof db.transaction>[0]) => db.transaction((tx) => work(mortal(tx)))
        return Reflect.get(target, key, receiver) as unknown
      },
    })
  let died = 0
  for (let round = 0; round < 30; round += 1) {
    provider.clock.advance(MINUTE_MS)
    const lines = [1, 2, 3].map((id) => line(id, { hourly_rate: 400 + round, ...(id === 3 ? { lat: 14.7501 } : {}) }))
    await importLines(provider, lines)
    statements = 0
    killAt = round
    const prices = async () => new Set((await parksOf(provider, DAKAR)).map(({ hourly_from }) => hourly_from))
    const before = await prices()
    const ended = await makePacks({ ...provider.deps, db: mortal(db) }, { wait: true }).then(
      () => 'made',
      (error: unknown) => String(error),
    )
    died += ended === 'Error: killed' ? 1 : 0
    const after = await prices()
    expect([...after].every((price) => after.size === 1 && (price === 400 + round || before.has(price)))).toBe(true)
    expect(await parksOf(provider, DAKAR)).toHaveLength(3)
    if (ended === 'made') expect([...after]).toEqual([400 + round])
  }
  expect(died).toBeGreaterThan(8)
})

test('a file that a killed round left is taken by the next one', async () => {
  await make(provider)
  const [file] = (await manifestOf(provider, DAKAR)).files
  const { db } = provider.deps
  // As if killed before putting the region in place; the left-over row is marked to show that the file is not made
  // again.
  await db.query('delete from pack_regions')
  await db.query('update packs set bytes = 1')
  await make(provider)
  expect((await manifestOf(provider, DAKAR)).files[0]).toEqual({ ...file, bytes: 1 })
})

test('without the sandbox a park without a price is in its pack without one, and nothing is made up', async () => {
  const plain = await startTestProvider({ config: { dataDir, sandbox: false } })
  try {
    const unpriced = { hourly_rate: null, capacity: null }
    await importLines(plain, [line(1, unpriced), line(2, unpriced), line(3)])
    await make(plain)
    const parks = await parksOf(plain, DAKAR)
    expect(parks.map(({ hourly_from, capacity, demo }) => [hourly_from, capacity, demo])).toEqual([
      [null, null, false],
      [null, null, false],
      [500, 20, false],
    ])
    expect(parks[0]?.rate.tariff.windows).toEqual([])
  } finally {
    await plain.close()
  }
})

test('a cell with more parks than a tile takes is in its pack whole', async () => {
  const many = Array.from({ length: 1_100 }, (_, n) =>
    line(`m${String(n)}`, { lat: 14.67 + (n % 40) * 0.0005, lng: -17.43 + n * 0.00001 }),
  )
  await importLines(provider, many)
  await make(provider)
  const parks = await parksOf(provider, DAKAR)
  expect(parks).toHaveLength(1_103)
  const cell = cellOf(14.6701, -17.4301)
  const tiles = await readJson<{ data: readonly unknown[] }>(
    await provider.request('GET', `/api/v1/parks/cells?cells=${String(cell)}`),
  )
  expect(tiles.data).toEqual([])
})
