import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { ParkLeewayWire } from '../../src/contract/operator-leeway.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { importLines, line } from './support/test-packs.ts'
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
  key = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['parks'] })
})

const of = (arrival_minutes: number | null, grace_minutes: number | null) => ({ arrival_minutes, grace_minutes })
const NONE = of(null, null)
const path = () => `/parks/${park.code}/leeway`
const put = (body: object, request: object = {}) => operate(provider, key, ['PUT', path(), { body, ...request }])
const read = async () => (await mustOperate<{ data: ParkLeewayWire }>(provider, key, ['GET', path()])).data

async function listed(bookingId: string): Promise<Booking | undefined> {
  const answer = await provider.request('GET', '/api/v1/bookings/list?size=100', { token: await driver.token() })
  const { items } = await readJson<{ items: Booking[] }>(answer)
  return items.find(({ booking_id: id }) => id === bookingId)
}

test('what a car park sets of its own holds for bookings that there are and for later ones, and is noted once', async () => {
  expect(await read()).toMatchObject({ ...NONE, usual: of(15, 10), park: { code: park.code } })
  const booked = await mustBook(provider, driver, { parkId: park.id })
  const request = { key: newKey() }
  const answers = [await put({ ...of(30, 0), seen: NONE }, request), await put({ ...of(30, 0), seen: NONE }, request)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await read()).toMatchObject(of(30, 0))
  const told = await listed(booked.booking_id)
  expect(told).toMatchObject({ version: booked.version + 1, park: of(30, 0) })
  expect((await mustBook(provider, driver, { parkId: park.id, changes: { plate: 'LATER1' } })).park).toMatchObject(
    of(30, 0),
  )
  expect(await listNoted(provider, key)).toEqual([`park.leeway ${park.code}`])
})

test('setting what is set already notes nothing and tells no phone', async () => {
  await put({ ...of(30, 20), seen: NONE })
  const booked = await mustBook(provider, driver, { parkId: park.id })
  expect((await put({ ...of(30, 20), seen: NONE })).status).toBe(200)
  expect((await listed(booked.booking_id))?.version).toBe(booked.version)
  expect(await listNoted(provider, key)).toHaveLength(1)
})

test('of two who decided on the same, the later is refused with what the earlier has set', async () => {
  const both = await Promise.all([put({ ...of(30, 20), seen: NONE }), put({ ...of(0, 5), seen: NONE })])
  const refused = both.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(1)
  const { arrival_minutes, grace_minutes } = await read()
  expect(await refused[0]?.json()).toMatchObject({
    ...{ code: 'version_conflict', current: of(arrival_minutes, grace_minutes) },
  })
  expect(await listNoted(provider, key)).toHaveLength(1)
  expect((await put({ ...NONE, seen: of(arrival_minutes, grace_minutes) })).status).toBe(200)
  expect(await read()).toMatchObject(NONE)
})

test('the next import changes the car park and keeps what it has set', async () => {
  const made = `leeway-${park.code}`
  await importLines(provider, [line(made)])
  const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where source_id = $1', [made])
  const at = `/parks/${row?.code ?? ''}/leeway`
  const all = await makeTestKey(provider)
  await mustOperate(provider, all, ['PUT', at, { body: { ...of(45, 25), seen: NONE } }])
  expect(await importLines(provider, [line(made, { capacity: 33 })])).toMatchObject({ updated: 1 })
  const { data } = await mustOperate<{ data: ParkLeewayWire }>(provider, all, ['GET', at])
  expect(data).toMatchObject(of(45, 25))
})

test.each([
  { arrival_minutes: 241, grace_minutes: 10 },
  { arrival_minutes: -1, grace_minutes: 10 },
  { arrival_minutes: 10, grace_minutes: 2.5 },
  { arrival_minutes: '30', grace_minutes: 10 },
  { arrival_minutes: 30 },
])('minutes that no car park can have are refused: %j', async (minutes) => {
  await expectRefusal(await put({ ...minutes, seen: NONE }), 422, 'validation_failed')
  expect(await read()).toMatchObject(NONE)
})

test('the manager of one car park finds at another what is where there is none; staff cannot change it', async () => {
  const other = await insertCodedPark(provider)
  const company = await makeOrganisation(provider, [park.id, other.id])
  const name = park.code.toLowerCase()
  const manager = await makeMember(provider, company, {
    ...{ email: `manager-${name}@example.test`, role: 'manager', parks: [other.code] },
  })
  const staff = await makeMember(provider, company, { email: `staff-${name}@example.test`, role: 'staff' })
  const body = { ...of(30, 20), seen: NONE }
  const ask = async (who: Pick<TestKey, 'key'>, code: string) => {
    const answers = [
      await operate(provider, who, ['GET', `/parks/${code}/leeway`]),
      await operate(provider, who, ['PUT', `/parks/${code}/leeway`, { body }]),
    ]
    return Promise.all(answers.map(async (answer) => [answer.status, (await readJson<{ code?: string }>(answer)).code]))
  }
  const twice = (status: number, code: string) => [...Array(2)].map(() => [status, code])
  expect(await ask(manager, park.code)).toEqual(twice(404, 'park_not_found'))
  expect(await ask(manager, 'CANONE7')).toEqual(twice(404, 'park_not_found'))
  expect((await ask(manager, other.code)).map(([status]) => status)).toEqual([200, 200])
  expect(await ask(staff, park.code)).toEqual(twice(403, 'forbidden'))
  const elsewhere = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['tariffs'] })
  expect(await ask(elsewhere, park.code)).toEqual(twice(403, 'forbidden'))
  expect(await read()).toMatchObject(NONE)
})
