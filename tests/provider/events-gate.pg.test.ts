/** The pass of an event at the gate. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { EventDetail } from '../../src/contract/events.ts'
import { DAY_MS, MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { postponeEvent } from '../../provider/services/events.ts'
import { judgeAt } from './support/test-attendants.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { mustBookEvent, mustPlan, planOf, readEvent } from './support/test-events.ts'
import { goToWholeMinute } from './support/test-ledger.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let parkId: number
let event: EventDetail
let booking: Booking
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 5 })).id
  event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId, { held: 3 })))
  booking = await mustBookEvent(provider, driver, event)
})

const passOf = ({ pass }: Booking): string => must(pass, 'a pass').text
const kindOf = async (pass: string, hasList = true): Promise<string> =>
  (await judgeAt(provider, { parkId, pass, direction: 'in', hasList })).kind
const goTo = (ms: number): void => provider.clock.set(toInstant(ms))

test('it lets in from the beginning of the event’s parking to its end, with and without a list', async () => {
  const [from, until] = [mustInstant(event.parking_from), mustInstant(event.parking_until)]
  goTo(from - 60 * MINUTE_MS)
  expect(await kindOf(passOf(booking))).toBe('early')
  goTo(from + 5 * MINUTE_MS)
  expect([await kindOf(passOf(booking)), await kindOf(passOf(booking), false)]).toEqual(['valid', 'valid_by_signature'])
  goTo(until + 30 * MINUTE_MS)
  expect(await kindOf(passOf(booking))).toBe('expired')
})

test('of a postponed event the pass of the first date does not let in any more, that of the new date does', async () => {
  const newStartMs = toInstant(mustInstant(event.starts_at) + 2 * DAY_MS)
  expect(await postponeEvent(provider.deps, { code: event.code, newStartMs })).toMatchObject({ ok: true })
  const answer = await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, {
    token: await driver.token(),
  })
  const moved = ((await answer.json()) as { data: Booking }).data
  goTo(mustInstant(event.parking_from) + 5 * MINUTE_MS)
  expect(await kindOf(passOf(booking))).not.toMatch(/^valid/)
  expect(await kindOf(passOf(moved))).toBe('early')
  goTo(mustInstant(moved.start_time) + 5 * MINUTE_MS)
  expect(await kindOf(passOf(moved))).toBe('valid')
})
