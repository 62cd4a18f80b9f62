import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorParkWire, ParkFactsBody } from '../../src/contract/operator-parks.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Park } from '../../src/contract/parks.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { createDriver, mustBook, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { importLines, line, type Line } from './support/test-packs.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let key: TestKey
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
})
afterAll(() => provider.close())
beforeEach(async () => {
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider)
  startOnTheHour()
})

/**
 * Signing in takes half a minute of the clock and stays are booked in five-minute steps, so tests start on the hour.
 */
const startOnTheHour = () => provider.clock.advance(3_600_000 - (provider.clock.now() % 3_600_000))

type Answer = { readonly data: OperatorParkWire }
const read = async (code = park.code) => (await mustOperate<Answer>(provider, key, ['GET', `/parks/${code}`])).data
const say = (facts: Partial<ParkFactsBody>, { code = park.code, ...request }: { code?: string; key?: string } = {}) =>
  operate(provider, key, ['PATCH', `/parks/${code}`, { body: { revision: 0, ...facts }, ...request }])
const mustSay = async (...asked: Parameters<typeof say>) => {
  const answer = await say(...asked)
  if (answer.status !== 200) throw new Error(await answer.text())
  return (await readJson<Answer>(answer)).data
}

const NEW = {
  ...{ country_code: 'CA', name: 'Pier 21 Parking', address: '21 Quay Street', city: 'Toronto', state: 'Ontario' },
  ...{ position: { lat: 43.6391, lng: -79.3812 }, kind: 'lot', capacity: 40, accessible_spaces: 2 },
  opening_hours: 'Mon-Fri 06:00-23:00; Sat 18:00-02:00',
}
const make = (who: Pick<TestKey, 'key'>, changes: object = {}, request: object = {}) =>
  operate(provider, who, ['POST', '/parks', { body: { ...NEW, ...changes }, ...request }])
const mustMake = async (who: Pick<TestKey, 'key'>, changes: object = {}) => {
  const answer = await make(who, changes)
  if (answer.status !== 201) throw new Error(await answer.text())
  return (await readJson<Answer>(answer)).data
}

/** Fetches the cell's parks as phones do. */
async function mirrored({ lat, lng }: { lat: number; lng: number }): Promise<readonly Park[]> {
  const answer = await provider.request('GET', `/api/v1/parks/cells?cells=${String(cellOf(lat, lng))}`)
  return (await readJson<{ data: ReadonlyArray<{ parks: readonly Park[] }> }>(answer)).data.flatMap(
    ({ parks }) => parks,
  )
}

const RULES = {
  ...{ unit_minutes: 60, caps: [], packages: [], free_first_minutes: 0, minimum_stay_minutes: 0 },
  ...{ maximum_stay_minutes: null, reentry_minutes: 0, vehicle_percent: {} },
  windows: [
    {
      ...{ days: [0, 1, 2, 3, 4, 5, 6], from_minute: 0, to_minute: 1440 },
      price: { kind: 'unit', tiers: [{ from_unit: 0, unit_price: 300 }] },
    },
  ],
}

test('an owner makes a car park: phones have it at once, drivers book it once it has a price, and it is noted once', async () => {
  const company = await makeOrganisation(provider, [park.id])
  const owner = await makeMember(provider, company, { email: `owner-${park.code.toLowerCase()}@example.test` })
  const request = { key: newKey() }
  const made = (await readJson<Answer>(await make(owner, {}, request))).data
  expect((await readJson<Answer>(await make(owner, {}, request))).data.code).toBe(made.code)
  expect(made).toMatchObject({ ...NEW, timezone: 'America/Toronto', currency: 'CAD', priced: false, demo_fields: [] })
  const shown = (await mirrored(NEW.position)).find(({ code }) => code === made.code)
  expect(shown).toMatchObject({ name: NEW.name, hourly_from: null, amenities: ['accessible'], available: 40 })
  expect(shown?.rate.taxes.map(({ code }) => code)).toEqual(['hst'])

  startOnTheHour()
  expect((await postBooking(provider, driver, { parkId: made.id })).status).toBe(409)
  const prices = { currency: 'CAD', rules: RULES }
  await mustOperate(provider, owner, ['POST', `/parks/${made.code}/tariffs`, { body: prices }])
  const { tariff_version } = (await mirrored(NEW.position)).find(({ code }) => code === made.code) ?? {}
  const changes = { tariff_version, quoted_total: 300 }
  expect(await mustBook(provider, driver, { parkId: made.id, changes })).toMatchObject({ park: { name: NEW.name } })
  expect(await listNoted(provider, owner)).toEqual([expect.stringMatching(/^tariff\.plan/), `park.add ${made.code}`])
})

test('a manager, staff, and a key for some car parks make none', async () => {
  const company = await makeOrganisation(provider, [park.id])
  const name = park.code.toLowerCase()
  const manager = await makeMember(provider, company, { email: `m-${name}@example.test`, role: 'manager' })
  const staff = await makeMember(provider, company, { email: `s-${name}@example.test`, role: 'staff' })
  const some = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['parks'] })
  for (const who of [manager, staff, some]) await expectRefusal(await make(who), 403, 'forbidden')
})

test('what an operator says outlives the next import, which changes the rest', async () => {
  const made = `facts-${park.code}`
  const from = (changes: Line = {}) => importLines(provider, [line(made, { capacity: null, name: null, ...changes })])
  await from()
  const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where source_id = $1', [made])
  const code = row?.code ?? ''
  const before = await read(code)
  expect(before.demo_fields).toEqual(expect.arrayContaining(['name', 'capacity']))
  const said = {
    ...{ name: 'Parking Médina', capacity: 30, opening_hours: '24/7', accessible_spaces: 3 },
    position: { lat: 14.6802, lng: -17.4402 },
  }
  const after = await mustSay(said, { code })
  expect(after).toMatchObject({ ...said, revision: 1 })
  expect(after.demo_fields).not.toEqual(expect.arrayContaining(['name']))
  expect(after.demo_fields).not.toEqual(expect.arrayContaining(['capacity']))
  expect(
    await from({ address: 'Rue 11', capacity: 99, hourly_rate: 700, hours_text: 'Mo-Fr 08:00-18:00' }),
  ).toMatchObject({
    updated: 1,
  })
  expect(await read(code)).toMatchObject({ ...said, address: 'Rue 11', revision: 1 })
  const shown = (await mirrored(said.position)).find((one) => one.code === code)
  expect(shown).toMatchObject({ name: said.name, hourly_from: 700, amenities: ['accessible'] })
  const search = await provider.request('GET', '/api/v1/parks/front/parks/?search=medina')
  expect(await readJson<unknown>(search)).toMatchObject({ items: [{ code }] })
})

test('phones that have a booking there are told of another name, and not of another capacity', async () => {
  const booked = await mustBook(provider, driver, { parkId: park.id })
  const version = async () => {
    const answer = await provider.request('GET', '/api/v1/bookings/list?size=100', { token: await driver.token() })
    const { items } = await readJson<{ items: Booking[] }>(answer)
    return items.find(({ booking_id: id }) => id === booked.booking_id)
  }
  await mustSay({ capacity: 9 })
  expect((await version())?.version).toBe(booked.version)
  await mustSay({ revision: 1, name: 'Front Street North' })
  expect(await version()).toMatchObject({ version: booked.version + 1, park: { name: 'Front Street North' } })
})

test('a capacity below what drivers have booked is refused with how many that is, closed or not', async () => {
  await mustBook(provider, driver, { parkId: park.id, changes: { plate: 'CAPA1' } })
  await mustBook(provider, driver, { parkId: park.id, changes: { plate: 'CAPA2' } })
  const refused = await say({ capacity: 1 })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ promised: 2, errors: [{ field: 'capacity' }] })
  const reason = { en: 'Works', fr: 'Travaux' }
  const until = { from: new Date(provider.clock.now() + 90 * 86_400_000).toISOString(), until: null, reason }
  await mustOperate(provider, key, ['POST', `/parks/${park.code}/closures`, { body: until }])
  expect(await mustSay({ capacity: 2 })).toMatchObject({ capacity: 2, promised: 2 })
})

test('of two who decided on the same, the later is refused with what the earlier has said; the same again is no change', async () => {
  const both = await Promise.all([say({ name: 'One' }), say({ name: 'Other' })])
  const refused = both.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(1)
  const now = await read()
  expect(await refused[0]?.json()).toMatchObject({ code: 'version_conflict', current: { name: now.name, revision: 1 } })
  expect((await say({ name: now.name })).status).toBe(200)
  expect(await listNoted(provider, key)).toEqual([`park.facts ${park.code}`])
})

test.each([
  ['latitude and longitude exchanged', { position: { lat: -79.3812, lng: 43.6391 } }, 'position'],
  ['the other bank of the river', { position: { lat: 42.3314, lng: -83.0458 } }, 'position'],
  ['out at sea', { position: { lat: 40, lng: -40 } }, 'position'],
  ['no place', { position: { lat: 143, lng: 0 } }, 'position.lat'],
  ['a name of signs that nobody sees', { name: '\u202e\u0007 \u200b' }, 'name'],
  ['hours that nobody could tell', { opening_hours: 'Mon-Fri, not on holidays' }, 'opening_hours'],
  ['hours that never open', { opening_hours: 'Mon-Sun closed' }, 'opening_hours'],
  ['no spaces', { capacity: 0 }, 'capacity'],
  ['half a space', { capacity: 2.5 }, 'capacity'],
  ['more accessible spaces than spaces', { capacity: 5, accessible_spaces: 6 }, 'accessible_spaces'],
  ['a door that no car fits', { height_limit_m: 0.2 }, 'height_limit_m'],
  ['a fact that nobody knows', { capcity: 20 }, 'capcity'],
])('%s is refused, for a new car park and for one that there is', async (_, facts, field) => {
  for (const answer of [await make(key, facts), await say(facts as Partial<ParkFactsBody>)]) {
    expect(answer.status).toBe(422)
    const { errors } = await readJson<{ errors: ReadonlyArray<{ field: string }> }>(answer)
    expect(errors.map((error) => error.field)).toContain(field)
  }
  expect(await listNoted(provider, key)).toEqual([])
})

test('hours over midnight and with a break are kept as they were said; control characters become a space', async () => {
  const opening_hours = 'Mon-Thu 06:00-12:00 + 14:00-20:00; Fri-Sat 18:00-03:00'
  const made = await mustMake(key, { name: 'Pier\u0000\n21', opening_hours })
  expect(made).toMatchObject({ name: 'Pier 21', opening_hours })
})

test('the manager of one car park finds at another what is where there is none', async () => {
  const other = await insertCodedPark(provider)
  const company = await makeOrganisation(provider, [park.id, other.id])
  const manager = await makeMember(provider, company, {
    ...{ email: `manager-${park.code.toLowerCase()}@example.test`, role: 'manager', parks: [other.code] },
  })
  const ask = async (code: string) => [
    await operate(provider, manager, ['GET', `/parks/${code}`]),
    await operate(provider, manager, ['PATCH', `/parks/${code}`, { body: { revision: 0, capacity: 20 } }]),
  ]
  for (const code of [park.code, 'CANONE7'])
    for (const answer of await ask(code)) await expectRefusal(answer, 404, 'park_not_found')
  expect((await ask(other.code)).map(({ status }) => status)).toEqual([200, 200])
  expect((await read()).capacity).toBe(10)
})
