import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorDay } from '../../src/contract/operator-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
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
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['day'] })
})

const readDay = async (query = ''): Promise<OperatorDay> =>
  (await mustOperate<{ data: OperatorDay }>(provider, key, ['GET', `/parks/${park.code}/day${query}`])).data

const mark = (bookingId: string, column: 'checked_in_at' | 'checked_out_at') =>
  provider.deps.db.query(`update bookings set ${column} = $2 where booking_id = $1`, [
    bookingId,
    new Date(provider.clock.now()),
  ])

test('a day counts spaces by hour, who came, who is late and who is over, by plate and code alone', async () => {
  const driver = await createDriver(provider)
  const book = (plate: string, fromMinutes: number, minutes = 60) =>
    mustBook(provider, driver, { parkId: park.id, fromMinutes, minutes, changes: { plate } })
  const inside = await book('in 1', 0, 30)
  await book('late 1', 5)
  await book('soon 1', 90)
  const gone = await book('gone 1', 0, 30)
  await mark(inside.booking_id, 'checked_in_at')
  provider.clock.advance(1_000)
  await mark(gone.booking_id, 'checked_in_at')
  await mark(gone.booking_id, 'checked_out_at')
  provider.clock.advance(45 * MINUTE_MS)
  const day = await readDay()
  expect(day).toMatchObject({ date: '2026-11-23', taken_now: 1, park: { code: park.code, capacity: 10 } })
  expect(day.hours).toHaveLength(24)
  // 07:00 in Toronto is the eighth hour. Two cars from 07:00, a third five minutes later.
  expect(day.hours.slice(6, 11).map(({ taken }) => taken)).toEqual([0, 3, 1, 1, 0])
  expect(day.arrivals).toMatchObject({ total: 4, arrived: 2, next_hour: 1 })
  expect(day.arrivals.list.map(({ plate, state }) => `${plate} ${state}`)).toEqual([
    'LATE1 late',
    'SOON1 expected',
    'GONE1 left',
    'IN1 inside',
  ])
  expect(day.overstays).toMatchObject({ total: 1, list: [{ plate: 'IN1' }] })
  expect(JSON.stringify(day)).not.toContain(driver.userId)
  expect(JSON.stringify(day)).not.toContain('Driver')
})

test('a car that no attendant saw has not left when its stay is over', async () => {
  const driver = await createDriver(provider)
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 5, minutes: 30, changes: { plate: 'away 1' } })
  provider.clock.advance(35 * MINUTE_MS)
  expect((await readDay()).arrivals).toMatchObject({
    total: 1,
    arrived: 0,
    list: [{ plate: 'AWAY1', state: 'unseen' }],
  })
})

test('a day of another zone begins at its midnight, a day of changed clocks has 25 hours, and another key sees none of it', async () => {
  const day = await readDay('?date=2026-11-01')
  expect([day.hours.length, day.hours[0]?.at]).toEqual([25, '2026-11-01T04:00:00Z'])
  for (const date of ['2026-13-01', '2026-02-31', '0000-01-01'])
    await expectRefusal(
      await operate(provider, key, ['GET', `/parks/${park.code}/day?date=${date}`]),
      422,
      'validation_failed',
    )
  const other = await makeTestKey(provider, { parkCodes: [(await insertCodedPark(provider)).code], scopes: ['day'] })
  await expectRefusal(await operate(provider, other, ['GET', `/parks/${park.code}/day`]), 404, 'park_not_found')
  const scopeless = await makeTestKey(provider, { scopes: ['closures'] })
  await expectRefusal(await operate(provider, scopeless, ['GET', `/parks/${park.code}/day`]), 403, 'forbidden')
})

test('a day of 2,000 bookings is small enough for a second on a line of 1.6 Mbit/s', async () => {
  const driver = await createDriver(provider)
  const { booking_id: id } = await mustBook(provider, driver, { parkId: park.id })
  await provider.deps.db.query(
    `insert into bookings
     select (jsonb_populate_record(b, jsonb_build_object('booking_id', gen_random_uuid(), 'booking_code', 'Z' || lpad(n::text, 7, '0'),
       'plate', 'P' || n, 'total_minor', 0, 'start_time', $2::timestamptz + make_interval(mins => n % 900),
       'end_time', $2::timestamptz + make_interval(mins => n % 900 + 45 + n % 200),
       'checked_in_at', case when n % 3 = 0 then $2::timestamptz end))).*
       from bookings b cross join generate_series(1, 2000) as n where b.booking_id = $1`,
    [id, new Date(provider.clock.now() - 6 * HOUR_MS)],
  )
  await provider.deps.db.query(
    `insert into park_problems (problem_id, park_id, user_id, kind, text, created_at)
     select gen_random_uuid(), ${String(park.id)}, $1, 'other', 'The barrier is stuck ' || n, $2 from generate_series(1, 200) as n`,
    [driver.userId, new Date(provider.clock.now())],
  )
  await readDay()
  const begun = performance.now()
  const answer = await provider.request('GET', `/api/v1/operator/parks/${park.code}/day`, {
    token: key.key,
    headers: { 'accept-encoding': 'gzip' },
  })
  const bytes = (await answer.arrayBuffer()).byteLength
  const lineMs = (bytes * 8) / 1_600
  const ms = performance.now() - begun + lineMs
  console.info(`day of 2,000 bookings: ${String(bytes)} bytes, ${ms.toFixed(0)} ms in all`)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(lineMs).toBeLessThan(500)
  await provider.deps.db.query(`delete from bookings where park_id = $1 and booking_id <> $2`, [park.id, id])
})
