import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventDetail } from '../../src/contract/events.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver } from './support/test-driver.ts'
import { mustPlan, plan, planOf, postEventBooking, readEvent } from './support/test-events.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const CODE = 'Harbour-2026'
let provider: TestProvider
let eventCode: string
beforeAll(async () => {
  provider = await startTestProvider()
  const { id } = await insertTestPark(provider.deps.db, { capacity: 5 })
  eventCode = await mustPlan(provider, planOf(provider, id, { held: 3, accessCode: CODE }))
})
afterAll(() => provider.close())

const open = (code: string, peer = '203.0.113.7'): Promise<Response> =>
  provider.request('POST', '/api/v1/events/access', { body: { access_code: code }, peer })
const mustOpen = async (code: string): Promise<{ event: EventDetail; grant: string }> => {
  const answer = await open(code, '203.0.113.200')
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { event: EventDetail; grant: string } }).data
}

test('a private event is in no list, and its address alone opens nothing', async () => {
  const listed = await provider.request('GET', '/api/v1/events?country=CA')
  expect(await listed.json()).toMatchObject({ total: 0, items: [] })
  await expectRefusal(await provider.request('GET', `/api/v1/events/${eventCode}`), 404, 'event_not_found')
  const headers = { 'event-grant': 'x'.repeat(43) }
  const guessed = await provider.request('GET', `/api/v1/events/${eventCode}`, { headers })
  await expectRefusal(guessed, 404, 'event_not_found')
})

test.each([CODE, 'harbour 2026', 'HARBOUR2026'])('its access code opens it, however it is typed: %s', async (typed) => {
  const { event, grant } = await mustOpen(typed)
  expect(event).toMatchObject({ code: eventCode, is_private: true })
  const read = await provider.request('GET', `/api/v1/events/${eventCode}`, { headers: { 'event-grant': grant } })
  expect(read.headers.get('cache-control')).toBe('no-store')
  expect((await readEvent(provider, eventCode, grant)).code).toBe(eventCode)
})

test('it is booked with what the code was exchanged for, and not without', async () => {
  const { event, grant } = await mustOpen(CODE)
  const driver = await createDriver(provider)
  await expectRefusal(await postEventBooking(provider, { driver, event }), 404, 'event_not_found')
  await expectRefusal(
    await postEventBooking(provider, { driver, event, changes: { event_grant: CODE } }),
    404,
    'event_not_found',
  )
  expect((await postEventBooking(provider, { driver, event, changes: { event_grant: grant } })).status).toBe(201)
})

test('ten wrong codes lock a network out for a while, the right one too; another network is not held up', async () => {
  for (let tried = 0; tried < 10; tried += 1) {
    await expectRefusal(await open(`GUESS${String(tried)}`), 404, 'access_code_wrong')
  }
  const refused = await open(CODE)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await open(CODE, '198.51.100.4')).status).toBe(200)
  provider.clock.advance(15 * 60_000)
  expect((await open(CODE)).status).toBe(200)
})

test('the database holds no access code, and no two events have the same', async () => {
  const rows = await provider.deps.db.query('select * from events')
  expect(JSON.stringify(rows).toUpperCase()).not.toContain('HARBOUR')
  const { id } = await insertTestPark(provider.deps.db)
  expect(await plan(provider, planOf(provider, id, { accessCode: 'harbour2026' }))).toMatchObject({
    error: { kind: 'code_taken' },
  })
})

test('a code that is too long or empty is refused as a field', async () => {
  await expectRefusal(await open(''), 422, 'validation_failed')
  await expectRefusal(await open('A'.repeat(10_000)), 422, 'validation_failed')
})
