import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { cancelEvent, postponeEvent } from '../../provider/services/events.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { expectRefusal } from './support/accounts.ts'
import {
  balanceOf,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  type TestDriver,
  testPrice,
} from './support/test-driver.ts'
import {
  EVENT_MINOR,
  EVENT_TOTAL,
  mustBookEvent,
  mustPlan,
  plan,
  planOf,
  postEventBooking,
  readEvent,
} from './support/test-events.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let other: TestDriver
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  other = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 2 })).id
})

const read = async (code: string, as = driver): Promise<Booking> =>
  (
    (await (await provider.request('GET', `/api/v1/bookings/${code}`, { token: await as.token() })).json()) as {
      data: Booking
    }
  ).data
const put = async (booking: Booking, what: string, body?: unknown): Promise<Response> =>
  provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/${what}`, {
    token: await driver.token(),
    key: newKey(),
    ...(body === undefined ? {} : { body }),
  })
const tariffOf = async (): Promise<{ version: string; events: unknown[] }> => {
  const answer = await provider.request('GET', `/api/v1/front/parks/${String(parkId)}/rate`)
  const { data } = (await answer.json()) as { data: { tariff: { events: unknown[] }; tariff_version: string } }
  return { version: data.tariff_version, events: data.tariff.events }
}

test('an event is listed in its country, with the flat price of its parks in their own tariff while it lasts', async () => {
  const code = await mustPlan(provider, planOf(provider, parkId))
  const listed = await provider.request('GET', '/api/v1/events?country=CA&size=100')
  expect(((await listed.json()) as { items: { code: string }[] }).items.map((event) => event.code)).toContain(code)
  const event = await readEvent(provider, code)
  expect(event.parks).toMatchObject([{ park_id: parkId, total: EVENT_TOTAL, held: 1, free: 1, currency: 'CAD' }])
  const { version, events } = await tariffOf()
  expect(version).toBe(event.parks[0]?.tariff_version)
  expect(events).toEqual([{ from: event.parking_from, to: event.parking_until, amount: EVENT_MINOR }])
  const elsewhere = await provider.request('GET', '/api/v1/events?country=NG')
  expect(JSON.stringify(await elsewhere.json())).not.toContain(code)
})

test('before and after the event the ordinary price holds', async () => {
  await mustPlan(provider, planOf(provider, parkId))
  const { version } = await tariffOf()
  const changes = { tariff_version: version }
  const before = await postBooking(provider, driver, { parkId, fromMinutes: 24 * 60, minutes: 120, changes })
  expect(before.status).toBe(201)
  const after = await postBooking(provider, other, { parkId, fromMinutes: 31 * 60, minutes: 60, changes })
  expect(((await after.json()) as { data: Booking }).data.total).toBe(testPrice(60))
})

test('what is kept for an event is sold to its drivers alone, and never more of it', async () => {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  const times = { start_time: event.parking_from, end_time: event.parking_until }
  const ordinary = { ...times, quoted_total: EVENT_TOTAL, tariff_version: event.parks[0]?.tariff_version }
  const third = await createDriver(provider)
  // Two spaces, one of them held for the event.
  expect((await postBooking(provider, driver, { parkId, changes: ordinary })).status).toBe(201)
  await expectRefusal(
    await postBooking(provider, other, { parkId, changes: { ...ordinary, plate: 'OTHER1' } }),
    409,
    'park_full',
  )
  const booking = await mustBookEvent(provider, other, event)
  expect(booking).toMatchObject({
    total: EVENT_TOTAL,
    event: { code: event.code, status: 'scheduled', choose_by: null },
  })
  expect(booking.pass?.text).toMatch(/^P1:/)
  await expectRefusal(
    await postEventBooking(provider, { driver: third, event, changes: { plate: 'THIRD1' } }),
    409,
    'event_sold_out',
  )
  expect((await readEvent(provider, event.code)).parks[0]?.free).toBe(0)
})

test('forty drivers at once get as many spaces as are kept', async () => {
  const wide = (await insertTestPark(provider.deps.db, { capacity: 50 })).id
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, wide, { held: 7 })))
  const drivers = await Promise.all(Array.from({ length: 40 }, () => createDriver(provider)))
  const answers = await Promise.all(
    drivers.map((one, index) =>
      postEventBooking(provider, { driver: one, event, changes: { plate: `CAR${String(index)}` } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
})

test('a space of the event that is given back is the event’s again', async () => {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  const booking = await mustBookEvent(provider, driver, event)
  expect((await put(booking, 'status?status=cancelled')).status).toBe(200)
  expect((await readEvent(provider, event.code)).parks[0]?.free).toBe(1)
  expect((await postEventBooking(provider, { driver: other, event })).status).toBe(201)
  const renewal = `status?status=active&quoted_total=${String(EVENT_TOTAL)}&tariff_version=${booking.tariff_version}`
  await expectRefusal(await put(booking, renewal), 409, 'event_sold_out')
})

test('more than is free cannot be kept, nor at a time that has begun, nor without an end', async () => {
  await mustBook(provider, driver, { parkId, fromMinutes: 27 * 60 })
  expect(await plan(provider, planOf(provider, parkId, { held: 2 }))).toEqual({
    ok: false,
    error: { kind: 'no_space', parkId, free: 1 },
  })
  const now = toInstant(provider.clock.now())
  expect(await plan(provider, planOf(provider, parkId, { parking_from: now }))).toMatchObject({
    error: { kind: 'begun' },
  })
  const { starts_at: start } = planOf(provider, parkId)
  expect(await plan(provider, planOf(provider, parkId, { ends_at: start }))).toMatchObject({ error: { kind: 'times' } })
})

test('a booking of an event has its times and its parks, no others', async () => {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  const later = new Date(mustInstant(event.parking_until) + HOUR_MS).toISOString()
  await expectRefusal(
    await postEventBooking(provider, { driver, event, changes: { end_time: later } }),
    422,
    'times_invalid',
  )
  const elsewhere = await insertTestPark(provider.deps.db)
  const changes = { park_id: elsewhere.id, quoted_total: testPrice(300), tariff_version: 'v1' }
  await expectRefusal(await postEventBooking(provider, { driver, event, changes }), 409, 'event_cancelled')
  await expectRefusal(
    await postEventBooking(provider, { driver, event, changes: { event_code: 'EV000000' } }),
    404,
    'event_not_found',
  )
})

test('a cancelled event gives everything back at once, and sells nothing more', async () => {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId, { held: 2 })))
  const booking = await mustBookEvent(provider, driver, event)
  expect(await balanceOf(provider, driver)).toBe(10_000 - EVENT_TOTAL)
  expect((await cancelEvent(provider.deps, event.code)).ok).toBe(true)
  await expectRefusal(await postEventBooking(provider, { driver: other, event }), 409, 'event_cancelled')
  expect(await followEvents(provider.deps)).toBeGreaterThan(0)
  expect(await followEvents(provider.deps)).toBe(0)
  expect(await balanceOf(provider, driver)).toBe(10_000)
  expect(await read(booking.booking_code)).toMatchObject({
    ...{ status: 'cancelled', cancel_reason: 'event_cancelled', refund: EVENT_TOTAL, event: { status: 'cancelled' } },
    pass: null,
  })
  expect((await tariffOf()).events).toEqual([])
  // Not counted as the driver's own cancellation: five of those would block booking for a day.
  const [row] = await provider.deps.db.query<{ n: number }>(
    'select count(*) as n from free_cancellations where user_id = $1',
    [driver.userId],
  )
  expect(row?.n).toBe(0)
})

async function postponed(byMs = 14 * DAY_MS) {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  const booking = await mustBookEvent(provider, driver, event)
  const moved = await postponeEvent(provider.deps, {
    code: event.code,
    newStartMs: mustInstant(event.starts_at) + byMs,
  })
  expect(moved.ok).toBe(true)
  return { event, booking, now: await readEvent(provider, event.code) }
}

test('a postponed event takes its bookings along: same price, new times, a new pass, and a choice', async () => {
  const { event, booking, now } = await postponed()
  expect(now).toMatchObject({ status: 'postponed', former_start: event.starts_at })
  const kept = await read(booking.booking_code)
  expect(kept).toMatchObject({
    ...{ start_time: now.parking_from, end_time: now.parking_until, total: EVENT_TOTAL, status: 'active' },
    event: { status: 'postponed', former_start: event.starts_at },
  })
  expect(kept.event?.choose_by).not.toBeNull()
  expect(kept.pass?.sequence).toBe(2)
  expect(kept.pass?.text).not.toBe(booking.pass?.text)
  // Neither date is sold twice: the old one is free again, the new one is full.
  const ordinary = { quoted_total: testPrice(300), tariff_version: (await tariffOf()).version }
  const old = { start_time: event.parking_from, end_time: event.parking_until }
  expect((await postBooking(provider, other, { parkId, changes: { ...ordinary, ...old } })).status).toBe(201)
  expect(now.parks[0]?.free).toBe(0)
})

test('keeping it ends the choice; a date that the driver has not seen is refused', async () => {
  const { booking, event, now } = await postponed()
  await expectRefusal(await put(booking, 'event', { parking_from: event.parking_from }), 409, 'stale_base')
  expect((await put(booking, 'event', { parking_from: now.parking_from })).status).toBe(200)
  expect((await put(booking, 'event', { parking_from: now.parking_from })).status).toBe(200)
  expect((await read(booking.booking_code)).event?.choose_by).toBeNull()
  provider.clock.set(mustInstant(now.parking_from) - HOUR_MS)
  await followEvents(provider.deps)
  expect(await read(booking.booking_code)).toMatchObject({ status: 'active' })
})

test('money back is a cancel that gives everything, and the space is the event’s again', async () => {
  const { booking, now } = await postponed()
  const answer = await put(booking, `status?status=cancelled&min_refund=${String(EVENT_TOTAL)}`)
  expect(((await answer.json()) as { data: Booking }).data).toMatchObject({
    ...{ status: 'cancelled', refund: EVENT_TOTAL, cancel_reason: 'event_postponed' },
  })
  expect(await balanceOf(provider, driver)).toBe(10_000)
  expect((await readEvent(provider, now.code)).parks[0]?.free).toBe(1)
})

test('who does not choose in time gets the money back', async () => {
  const { booking } = await postponed()
  const chooseBy = must((await read(booking.booking_code)).event?.choose_by, 'a last moment')
  provider.clock.set(mustInstant(chooseBy) - MINUTE_MS)
  await followEvents(provider.deps)
  expect(await read(booking.booking_code)).toMatchObject({ status: 'active' })
  provider.clock.set(mustInstant(chooseBy))
  await followEvents(provider.deps)
  expect(await read(booking.booking_code)).toMatchObject({ status: 'cancelled', refund: EVENT_TOTAL })
})

test('two dates of one event that overlap do not stand in each other’s way', async () => {
  const { now, event } = await postponed(2 * HOUR_MS)
  expect(mustInstant(now.parking_from) - mustInstant(event.parking_from)).toBe(2 * HOUR_MS)
})

test('what is sold for the old date does not stand in the way of the new one, however small the car park is', async () => {
  parkId = (await insertTestPark(provider.deps.db, { capacity: 1 })).id
  const { now, event } = await postponed(2 * HOUR_MS)
  expect(mustInstant(now.parking_from) - mustInstant(event.parking_from)).toBe(2 * HOUR_MS)
})

test('an event is not moved to where a longer stay of one of its drivers would find no space', async () => {
  parkId = (await insertTestPark(provider.deps.db, { capacity: 1 })).id
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  const booking = await mustBookEvent(provider, driver, event)
  const body = {
    booking_id: booking.booking_id,
    base_end_time: booking.end_time,
    new_end_time: new Date(mustInstant(booking.end_time) + 2 * HOUR_MS).toISOString(),
    max_price: 100_000,
  }
  const longer = await provider.request('POST', '/api/v1/bookings/extend', {
    ...{ token: await driver.token(), key: newKey(), body },
  })
  expect(longer.status).toBe(200)
  const fromMinutes = (mustInstant(event.parking_until) + DAY_MS - provider.clock.now()) / MINUTE_MS
  await mustBook(provider, other, { parkId, fromMinutes, changes: { tariff_version: (await tariffOf()).version } })
  const newStartMs = mustInstant(event.starts_at) + DAY_MS
  expect(await postponeEvent(provider.deps, { code: event.code, newStartMs })).toMatchObject({
    error: { kind: 'no_space', parkId },
  })
  expect(await read(booking.booking_code)).toMatchObject({ start_time: booking.start_time })
})

test('an event cannot be moved to where its spaces are taken, and then nothing has changed', async () => {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId, { held: 2 })))
  const { version } = await tariffOf()
  const newStartMs = mustInstant(event.starts_at) + DAY_MS
  const fromMinutes = (newStartMs - provider.clock.now()) / MINUTE_MS
  await mustBook(provider, other, { parkId, fromMinutes, changes: { tariff_version: version } })
  expect(await postponeEvent(provider.deps, { code: event.code, newStartMs })).toEqual({
    ok: false,
    error: { kind: 'no_space', parkId, free: 1 },
  })
  expect(await readEvent(provider, event.code)).toMatchObject({ status: 'scheduled', starts_at: event.starts_at })
  expect((await tariffOf()).version).toBe(version)
})

test('an import that forgets the event is put right by the next round', async () => {
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  await provider.deps.db.query(`update parks set tariff_version = 'v1' where id = $1`, [parkId])
  await followEvents(provider.deps)
  expect((await tariffOf()).version).toBe(event.parks[0]?.tariff_version)
})
