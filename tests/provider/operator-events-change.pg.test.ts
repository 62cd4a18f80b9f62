import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ParkingEvent } from '../../src/contract/events.ts'
import type { OperatorEventDetail } from '../../src/contract/operator-events.ts'
import { DAY_MS, HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver } from './support/test-driver.ts'
import { EVENT_MINOR, mustBookEvent, readEvent } from './support/test-events.ts'
import { closeBalanced } from './support/test-ledger.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let second: CodedPark
let foreign: CodedPark
/** A key for `park` and `second`. */
let own: TestKey
let event: ParkingEvent
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))

const at = (hours: number): string => {
  const day = Math.ceil(provider.clock.now() / DAY_MS) * DAY_MS + DAY_MS
  return toRfc3339(toInstant(day + hours * HOUR_MS))
}
const kept = ({ code }: CodedPark, held: number, price = EVENT_MINOR) => ({ code, held, price })

beforeEach(async () => {
  park = await insertCodedPark(provider)
  second = await insertCodedPark(provider)
  foreign = await insertCodedPark(provider)
  own = await makeTestKey(provider, { parkCodes: [park.code, second.code] })
  const body = {
    ...{ name: 'Winter Night Market', venue: 'Test Field', city: null, country_code: 'CA', lat: null, lng: null },
    ...{ timezone: 'America/Toronto', parking_from: at(0), starts_at: at(1), ends_at: at(4), parking_until: at(5) },
    ...{ currency: 'CAD', parks: [kept(park, 4)] },
  }
  event = (await mustOperate<{ data: ParkingEvent }>(provider, own, ['POST', '/events', { body }])).data
})

const change = (body: object, as = own) =>
  operate(provider, as, ['PATCH', `/events/${event.code}`, { body: { version: event.version, ...body } }])
const read = async (): Promise<OperatorEventDetail> =>
  (await mustOperate<{ data: OperatorEventDetail }>(provider, own, ['GET', `/events/${event.code}`])).data

test('name, place, spaces and price change; who has booked keeps the price, and it is noted once', async () => {
  const driver = await createDriver(provider)
  const booking = await mustBookEvent(provider, driver, await readEvent(provider, event.code))
  expect(await read()).toMatchObject({
    booked: 1,
    paid: booking.total,
    currency: 'CAD',
    prices: [{ price: EVENT_MINOR }],
  })
  const body = {
    name: 'Market of Lights',
    city: 'Toronto',
    currency: 'CAD',
    parks: [kept(park, 6, 5_000), kept(second, 2)],
  }
  expect(await (await change(body)).json()).toMatchObject({
    data: { name: 'Market of Lights', venue: 'Test Field', version: 2 },
  })
  const after = await read()
  expect(after.parks.map(({ code, held, free }) => [code, held, free])).toEqual([
    [park.code, 6, 5],
    [second.code, 2, 2],
  ])
  expect(after).toMatchObject({ booked: 1, paid: booking.total })
  const seen = await readEvent(provider, event.code)
  expect(seen.parks[0]?.total).toBeGreaterThan(booking.total)
  const other = await createDriver(provider)
  expect((await mustBookEvent(provider, other, seen)).total).toBe(seen.parks[0]?.total)
  expect(await listNoted(provider, own)).toEqual([`event.change ${event.code}`, `event.plan ${event.code}`])
})

test('spaces that are booked stay kept, and more than there are is refused', async () => {
  const seen = await readEvent(provider, event.code)
  for (let count = 0; count < 2; count += 1) await mustBookEvent(provider, await createDriver(provider), seen)
  await expectRefusal(await change({ currency: 'CAD', parks: [kept(park, 1)] }), 422, 'validation_failed')
  await expectRefusal(await change({ currency: 'CAD', parks: [kept(park, 11)] }), 409, 'park_full')
  expect((await change({ currency: 'CAD', parks: [kept(park, 2)] })).status).toBe(200)
  expect((await read()).parks).toMatchObject([{ held: 2, free: 0 }])
})

test('what somebody else has changed meanwhile is not overwritten, also not by two at once', async () => {
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => change({ name })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(await late?.json()).toMatchObject({ code: 'version_conflict' })
  await mustOperate(provider, own, ['PUT', `/events/${event.code}/status`, { body: { status: 'cancelled' } }])
  await expectRefusal(await change({ version: 3, name: 'D' }), 409, 'event_cancelled')
})

test('somebody else’s car park, a stranger’s event and nothing to change are refused', async () => {
  const stranger = await makeTestKey(provider, { parkCodes: [foreign.code] })
  await expectRefusal(await change({ name: 'Mine' }, stranger), 404, 'event_not_found')
  await expectRefusal(await change({ currency: 'CAD', parks: [kept(foreign, 1)] }), 404, 'park_not_found')
  const wrong = [
    {},
    { name: '' },
    { name: 'x'.repeat(121) },
    { venue: null },
    { parks: [kept(park, 3)] },
    { currency: 'CAD' },
    { currency: 'NGN', parks: [kept(park, 3)] },
    { currency: 'CAD', parks: [kept(park, 0)] },
    { currency: 'CAD', parks: [kept(park, 3, -1)] },
    { currency: 'CAD', parks: [kept(park, 3), kept(park, 4)] },
    { starts_at: at(30) },
  ]
  for (const body of wrong) await expectRefusal(await change(body), 422, 'validation_failed')
  expect(await read()).toMatchObject({ name: 'Winter Night Market', version: 1, parks: [{ held: 4, free: 4 }] })
})
