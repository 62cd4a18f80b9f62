import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventDetail, ParkingEvent } from '../../src/contract/events.ts'
import { DAY_MS, HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { expectRefusal } from './support/accounts.ts'
import { balanceOf, createDriver, newKey } from './support/test-driver.ts'
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
let foreign: CodedPark
let key: TestKey
/** A key for `park` only. */
let own: TestKey
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  park = await insertCodedPark(provider)
  foreign = await insertCodedPark(provider)
  key = await makeTestKey(provider)
  own = await makeTestKey(provider, { parkCodes: [park.code] })
})

const at = (hours: number): string => {
  const day = Math.ceil(provider.clock.now() / DAY_MS) * DAY_MS + DAY_MS
  return toRfc3339(toInstant(day + hours * HOUR_MS))
}

const bodyOf = (changes: Readonly<Record<string, unknown>> = {}, at0 = 0) => ({
  ...{ name: 'Winter Night Market', venue: 'Test Field', city: null, country_code: 'CA', lat: null, lng: null },
  ...{ timezone: 'America/Toronto', parking_from: at(at0), starts_at: at(at0 + 1), ends_at: at(at0 + 4) },
  ...{ parking_until: at(at0 + 5), currency: 'CAD' },
  parks: [{ code: park.code.toLowerCase(), held: 4, price: EVENT_MINOR }],
  ...changes,
})
const post = (changes: Readonly<Record<string, unknown>> = {}, as = key) =>
  operate(provider, as, ['POST', '/events', { body: bodyOf(changes) }])
const plan = async (changes: Readonly<Record<string, unknown>> = {}, as = key): Promise<ParkingEvent> =>
  (await mustOperate<{ data: ParkingEvent }>(provider, as, ['POST', '/events', { body: bodyOf(changes) }])).data
/** Sends a change; `path` is an event's code and the part to change. */
const put = (path: string, body: object, as = key) => operate(provider, as, ['PUT', `/events/${path}`, { body }])
const cancelled = { status: 'cancelled' }

test('an event is planned, sold, postponed and cancelled; the driver has everything back, and each step is noted once', async () => {
  const { code } = await plan({}, own)
  const driver = await createDriver(provider)
  const before = await balanceOf(provider, driver)
  const booking = await mustBookEvent(provider, driver, await readEvent(provider, code))
  expect(await balanceOf(provider, driver)).toBe(before - booking.total)
  const later = at(24 + 1)
  expect((await put(`${code}/start`, { starts_at: later }, own)).status).toBe(200)
  const detail = await mustOperate<{ data: EventDetail }>(provider, own, ['GET', `/events/${code.toLowerCase()}`])
  expect(detail.data).toMatchObject({ status: 'postponed', starts_at: later, parks: [{ held: 4, free: 3 }] })
  const answers = await Promise.all(Array.from({ length: 4 }, () => put(`${code}/status`, cancelled, own)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await followEvents(provider.deps)).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(before)
  expect(await listNoted(provider, own)).toEqual([
    `event.cancel ${code}`,
    `event.postpone ${code}`,
    `event.plan ${code}`,
  ])
  await expectRefusal(await put(`${code}/start`, { starts_at: at(60) }, own), 409, 'event_cancelled')
})

test('one request plans one event, and five different ones at once keep no more spaces than there are', async () => {
  const request = { key: newKey(), body: bodyOf() }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => operate(provider, key, ['POST', '/events', request])),
  )
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(await listNoted(provider, key)).toHaveLength(1)
  // Of ten spaces 4 are held, so 3 fit twice.
  const others = await Promise.all(
    Array.from({ length: 5 }, () => post({ parks: [{ code: park.code, held: 3, price: 100 }] })),
  )
  expect(others.filter(({ status }) => status === 201)).toHaveLength(2)
  const refused = others.find(({ status }) => status === 409)
  expect(await refused?.json()).toMatchObject({ code: 'park_full', park_id: park.id, free: 0 })
  expect(await listNoted(provider, key)).toHaveLength(3)
})

test('a key for one car park plans, sees and changes nothing at another, and cannot tell it from nothing', async () => {
  const parks = [
    { code: park.code, held: 1, price: 100 },
    { code: foreign.code, held: 1, price: 100 },
  ]
  const unknown = await post({ parks: [{ code: 'CA00000', held: 1, price: 100 }] }, own)
  const others = await post({ parks: [parks[1]] }, own)
  expect([others.status, (await others.json()) as unknown]).toEqual([unknown.status, await unknown.json()])
  await expectRefusal(await post({ parks }, own), 404, 'park_not_found')
  const [theirs, shared] = [await plan({ parks: [parks[1]] }), await plan({ parks })]
  for (const code of [theirs.code, shared.code, 'EV000000']) {
    await expectRefusal(await operate(provider, own, ['GET', `/events/${code}`]), 404, 'event_not_found')
    await expectRefusal(await put(`${code}/status`, cancelled, own), 404, 'event_not_found')
    await expectRefusal(await put(`${code}/start`, { starts_at: at(30) }, own), 404, 'event_not_found')
    await expectRefusal(await put(`${code}/access-code`, { access_code: null }, own), 404, 'event_not_found')
  }
  const mine = await plan({}, own)
  const listed = await mustOperate<{ items: ParkingEvent[]; total: number }>(provider, own, ['GET', '/events'])
  expect([listed.items.map(({ code }) => code), listed.total]).toEqual([[mine.code], 1])
  expect((await put(`${theirs.code}/status`, cancelled)).status).toBe(200)
})

test('an access code is set, changed and taken away; it is noted nowhere, and learnt from nobody else', async () => {
  const open = (code: string) => provider.request('POST', '/api/v1/events/access', { body: { access_code: code } })
  const { code, is_private } = await plan({ access_code: 'Harbour-2026' })
  expect(is_private).toBe(true)
  const first = (await (await open('HARBOUR 2026')).json()) as { data: { grant: string } }
  expect((await put(`${code}/access-code`, { access_code: 'Meadow-2027' })).status).toBe(200)
  await expectRefusal(await open('harbour2026'), 404, 'access_code_wrong')
  await expect(readEvent(provider, code, first.data.grant)).rejects.toThrow('404')
  expect((await open('meadow 2027')).status).toBe(200)
  expect((await put(`${code}/access-code`, { access_code: null })).status).toBe(200)
  expect((await readEvent(provider, code)).is_private).toBe(false)
  const kept = await provider.deps.db.query('select row_to_json(o)::text as row from operator_changes o')
  expect(JSON.stringify(kept)).not.toMatch(/harbour|meadow/i)
  await plan({ access_code: 'Taken-2026' })
  const guess = (text: string) => post({ access_code: text }, own)
  for (let count = 0; count < 10; count += 1) await expectRefusal(await guess('taken2026'), 422, 'validation_failed')
  await expectRefusal(await guess('taken2026'), 429, 'rate_limited')
  await expectRefusal(await guess('not-taken-2026'), 429, 'rate_limited')
})

test('one access code opens one event, also where eight are planned with it at once', async () => {
  // The very first code creates the key that hashes codes, and concurrent plans would wait for it.
  await plan({ access_code: 'First-Code' })
  const parks: CodedPark[] = []
  while (parks.length < 8) parks.push(await insertCodedPark(provider))
  const wish = ({ code }: CodedPark) => post({ access_code: 'Same-Code', parks: [{ code, held: 1, price: 1 }] })
  const answers = await Promise.all(parks.map(wish))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(422)])
})

const WRONG: ReadonlyArray<readonly [what: string, changes: Readonly<Record<string, unknown>>, field: string]> = [
  ['an unknown field', { acces_code: 'HARBOUR-2026' }, 'acces_code'],
  ['a negative price', { parks: [{ code: 'CA', held: 1, price: -1 }] }, 'parks.0.price'],
  ['a huge price', { parks: [{ code: 'CA', held: 1, price: 2 ** 53 - 1 }] }, 'parks.0.price'],
  ['half a cent', { parks: [{ code: 'CA', held: 1, price: 0.5 }] }, 'parks.0.price'],
  ['a price as text', { parks: [{ code: 'CA', held: 1, price: '25.00' }] }, 'parks.0.price'],
  ['no spaces', { parks: [{ code: 'CA', held: 0, price: 1 }] }, 'parks.0.held'],
  ['more spaces than a number holds', { parks: [{ code: 'CA', held: 1e308, price: 1 }] }, 'parks.0.held'],
  ['no car park', { parks: [] }, 'parks'],
  ['a zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['a day that is none', { starts_at: '2026-02-31T10:00:00Z' }, 'starts_at'],
  ['the year 9999', { parking_until: '9999-12-31T23:59:59-23:59' }, 'parking_until'],
  ['a place off the globe', { lat: 91 }, 'lat'],
  ['no name', { name: ' \u0000 ' }, 'name'],
  ['half a character', { name: 'a\ud800' }, 'name'],
  ['an access code of hyphens', { access_code: '--------' }, 'access_code'],
  ['another country’s currency', { currency: 'XOF' }, 'currency'],
]
test.each(WRONG)('an event with %s is refused by the name of its field', async (_what, changes, field) => {
  const answer = await post(changes)
  const refused = (await answer.json()) as { code: string; errors: ReadonlyArray<{ field: string }> }
  expect([answer.status, refused.code]).toEqual([422, 'validation_failed'])
  expect(refused.errors.map((error) => error.field)).toContain(field)
})

test('times that do not hold together, a car park that is named twice or is elsewhere, and what is past are refused', async () => {
  await expectRefusal(await post({ parking_from: at(2) }), 422, 'times_invalid')
  await expectRefusal(await post({ ends_at: at(0.5) }), 422, 'times_invalid')
  await expectRefusal(await post({ parking_from: '2026-01-01T00:00:00Z' }), 422, 'start_in_past')
  const twice = [park.code, park.code.toLowerCase()].map((code) => ({ code, held: 1, price: 1 }))
  await expectRefusal(await post({ parks: twice }), 422, 'validation_failed')
  await expectRefusal(await post({ country_code: 'US', currency: 'USD' }), 422, 'validation_failed')
  const { code } = await plan()
  await expectRefusal(await put(`${code}/start`, { starts_at: '2026-01-01T00:00:00Z' }), 422, 'start_in_past')
  await expectRefusal(await put(`${code}/status`, { status: 'scheduled' }), 422, 'validation_failed')
  await expectRefusal(await put(`${code}/start`, {}), 422, 'validation_failed')
  expect(await listNoted(provider, key)).toEqual([`event.plan ${code}`])
})
