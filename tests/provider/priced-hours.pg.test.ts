import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import {
  type CodedPark,
  insertCodedPark,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let key: TestKey
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider)
})

/** C$3 an hour every day, from one minute of the day until another. */
const rulesOf = (from_minute: number, to_minute: number) => ({
  ...{ unit_minutes: 60, caps: [], packages: [], free_first_minutes: 0, minimum_stay_minutes: 0 },
  ...{ maximum_stay_minutes: null, reentry_minutes: 0, vehicle_percent: {} },
  windows: [
    {
      ...{ days: [0, 1, 2, 3, 4, 5, 6], from_minute, to_minute },
      price: { kind: 'unit', tiers: [{ from_unit: 0, unit_price: 300 }] },
    },
  ],
})
let revision = 0
const open = async (opening_hours: string | null, more: object = {}) => {
  const body = { revision, opening_hours, ...more }
  const answer = await operate(provider, key, ['PATCH', `/parks/${park.code}`, { body }])
  if (answer.status === 200) revision += 1
  return answer
}
const price = (rules: object, more: object = {}) =>
  operate(provider, key, ['POST', `/parks/${park.code}/tariffs`, { body: { currency: 'CAD', rules, ...more } }])
beforeEach(async () => {
  revision = 0
  expect((await open('Mon-Sun 07:00-19:00')).status).toBe(200)
  expect((await price(rulesOf(420, 1140))).status).toBe(201)
})

interface Refused {
  readonly errors: ReadonlyArray<{ readonly field: string }>
  readonly problems: ReadonlyArray<{
    readonly fault: string
    readonly stay: { readonly from: string; readonly to: string; readonly price: number | null }
  }>
}
/** Expects the refusal; returns the local hour at which its example stay begins. */
async function refusedHours(answer: Response) {
  expect(answer.status).toBe(422)
  const { errors, problems } = await readJson<Refused>(answer)
  expect(errors.map(({ field }) => field)).toEqual(['opening_hours'])
  const [problem] = problems
  expect(problem).toMatchObject({ fault: 'hole', stay: { price: null } })
  const options = { timeZone: 'America/Toronto', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-CA', options).format(Date.parse(problem?.stay.from ?? ''))
}

test('hours that would be open without a price are refused with the stay that shows it, and nothing else is changed with them', async () => {
  expect(await refusedHours(await open('Mon-Sun 07:00-21:00', { name: 'Front Street North' }))).toBe('19:00')
  expect(await refusedHours(await open('24/7'))).toBe('00:00')
  const { data } = await mustOperate<{ data: object }>(provider, key, ['GET', `/parks/${park.code}`])
  expect(data).toMatchObject({ name: 'Test Park', opening_hours: 'Mon-Sun 07:00-19:00', revision })
})

test('hours that are priced, fewer hours, and unknown ones are said; then prices for longer, then longer hours', async () => {
  for (const hours of ['Mon-Fri 08:00-18:00', 'Mon-Sun 07:00-19:00', null]) expect((await open(hours)).status).toBe(200)
  expect((await price(rulesOf(0, 1440))).status).toBe(201)
  expect((await open('24/7')).status).toBe(200)
})

test('hours are held against prices that are planned too, as planned prices are against the hours', async () => {
  const starts_at = toRfc3339(toInstant(provider.clock.now() + 2 * DAY_MS))
  const planned = await price(rulesOf(420, 1140), { starts_at })
  expect(planned.status).toBe(201)
  expect((await price(rulesOf(0, 1440))).status).toBe(201)
  expect(await refusedHours(await open('Mon-Sun 07:00-20:00'))).toBe('19:00')
  const { data } = await readJson<{ data: { id: number } }>(planned)
  await mustOperate(provider, key, ['DELETE', `/parks/${park.code}/tariffs/${String(data.id)}`])
  expect((await open('Mon-Sun 07:00-20:00')).status).toBe(200)
  const shorter = await price(rulesOf(420, 1140), { starts_at })
  expect((await readJson<Refused>(shorter)).problems).toMatchObject([{ fault: 'hole', field: 'rules' }])
})

test('prices and hours that are changed at once never leave an open hour without a price', async () => {
  expect((await price(rulesOf(0, 1440))).status).toBe(201)
  const both = await Promise.all([open('Mon-Sun 07:00-21:00'), price(rulesOf(420, 1140))])
  expect(both.map(({ status }) => status).toSorted()).toContain(422)
  expect(both.filter(({ status }) => status === 422)).toHaveLength(1)
})

test('a car park without prices may open as it likes; another version is told before the hours are', async () => {
  const body = {
    ...{ country_code: 'CA', name: 'Pier 21', city: 'Toronto', state: 'Ontario', kind: 'lot', capacity: 40 },
    position: { lat: 43.6391, lng: -79.3812 },
  }
  const made = await mustOperate<{ data: { code: string } }>(provider, key, ['POST', '/parks', { body }])
  const path = `/parks/${made.data.code}`
  const said = await operate(provider, key, ['PATCH', path, { body: { revision: 0, opening_hours: '24/7' } }])
  expect(said.status).toBe(200)
  revision = 7
  await expectRefusal(await open('24/7'), 409, 'version_conflict')
})
