import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { expectRefusal } from './support/accounts.ts'
import {
  balanceOf,
  bookingBody,
  createDriver,
  mustBook,
  newKey,
  testPrice,
  type TestDriver,
} from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { moveBody, type MoveTo, mustMove, postMove } from './support/test-moves.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 1 })).id
})

const move = (booking: Booking, to: MoveTo, as = driver): Promise<Response> =>
  postMove(provider, { driver: as, booking }, to)
const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code?: unknown }).code
const read = async (code: string): Promise<Booking> =>
  (
    (await (await provider.request('GET', `/api/v1/bookings/${code}`, { token: await driver.token() })).json()) as {
      data: Booking
    }
  ).data
const cancel = async ({ booking_id: id }: Booking, as = driver): Promise<Response> =>
  provider.request('PUT', `/api/v1/bookings/${id}/status?status=cancelled`, { token: await as.token(), key: newKey() })

test('a booking is moved to a later and longer time: only the difference leaves the wallet, and pass and code are new', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  const { data, moved } = await mustMove(provider, { driver, booking }, { fromMinutes: 300, minutes: 120 })
  expect(await balanceOf(provider, driver)).toBe(10_000 - testPrice(120))
  expect(data).toMatchObject({
    status: 'active',
    total: testPrice(120),
    moved_from: booking.booking_id,
    park_id: parkId,
  })
  expect(data.booking_code).not.toBe(booking.booking_code)
  expect(data.pass?.text).not.toBe(booking.pass?.text)
  expect(moved).toMatchObject({ status: 'cancelled', cancel_reason: 'moved', refund: booking.total, pass: null })
  expect(await read(data.booking_code)).toEqual(data)
  expect(await read(booking.booking_code)).toEqual(moved)
})

test('a shorter stay in another park gives the difference back at once, and frees the space that it had', async () => {
  const other = await insertTestPark(provider.deps.db, { capacity: 1 })
  const booking = await mustBook(provider, driver, { parkId, minutes: 120 })
  const { data } = await mustMove(provider, { driver, booking }, { parkId: other.id, minutes: 30 })
  expect(data.park_id).toBe(other.id)
  expect(await balanceOf(provider, driver)).toBe(10_000 - testPrice(30))
  await mustBook(provider, await createDriver(provider), { parkId, minutes: 120 })
})

test('the space that a booking has is its own when it is moved by a few minutes; one that somebody else has is not', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  const { data } = await mustMove(provider, { driver, booking }, { fromMinutes: 75 })
  const full = await insertTestPark(provider.deps.db, { capacity: 1 })
  await mustBook(provider, await createDriver(provider), { parkId: full.id })
  await expectRefusal(await move(data, { parkId: full.id }), 409, 'park_full')
  await mustBook(provider, await createDriver(provider), { parkId, fromMinutes: 135 })
  await expectRefusal(await move(data, { fromMinutes: 105 }), 409, 'park_full')
  expect((await read(data.booking_code)).status).toBe('active')
})

test('what is missing is the difference alone; with just that in the wallet the move goes through', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  const setTo = async (minor: number): Promise<void> => {
    const by = minor - (await balanceOf(provider, driver))
    await provider.deps.db.query(
      `select post_to_wallet(wallet_id, $2, array['promo'], array[-$2::bigint], $3, 'adjustment', null, null, now())
         from wallets where user_id = $1`,
      [driver.userId, by, newKey()],
    )
  }
  await setTo(399)
  const refused = await move(booking, { minutes: 120 })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'wallet_too_low', missing: 1, balance: 399 })
  await setTo(400)
  await mustMove(provider, { driver, booking }, { minutes: 120 })
  expect(await balanceOf(provider, driver)).toBe(0)
})

test('a stay that has begun, a car that has come in and a cancelled booking are not moved', async () => {
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 10 })
  await provider.deps.db.query('update bookings set checked_in_at = $2 where booking_id = $1', [
    booking.booking_id,
    new Date(provider.clock.now()),
  ])
  await expectRefusal(await move(booking, { fromMinutes: 120 }), 409, 'stay_begun')
  await provider.deps.db.query('update bookings set checked_in_at = null where booking_id = $1', [booking.booking_id])
  provider.clock.advance(10 * MINUTE_MS)
  await expectRefusal(await move(booking, { fromMinutes: 120 }), 409, 'stay_begun')
  await cancel(booking)
  await expectRefusal(await move(booking, { fromMinutes: 120 }), 409, 'booking_not_active')
})

test('another driver’s booking is not found, whatever else is wrong', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  const stranger = await createDriver(provider)
  await expectRefusal(await move(booking, { fromMinutes: -500 }, stranger), 404, 'booking_not_found')
  await expectRefusal(await move(booking, { parkId: 999_999 }, stranger), 404, 'booking_not_found')
  expect((await read(booking.booking_code)).version).toBe(booking.version)
})

test('times in the past, an end before the start, crooked times, the same times and another price than today’s are refused', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  const refusals: ReadonlyArray<readonly [MoveTo, number, string]> = [
    [{ fromMinutes: -30 }, 422, 'start_in_past'],
    [{ minutes: -30 }, 422, 'end_not_after_start'],
    [{ minutes: 33 }, 422, 'times_invalid'],
    [{ fromMinutes: 367 * 1440 }, 422, 'times_invalid'],
    [{}, 422, 'times_invalid'],
    [{ parkId: 999_999 }, 404, 'park_not_found'],
    [{ fromMinutes: 90, changes: { quoted_total: 1 } }, 409, 'price_changed'],
    [{ fromMinutes: 90, changes: { min_refund: booking.total + 1 } }, 409, 'refund_below_minimum'],
    [{ fromMinutes: 90, changes: { base_end_time: booking.start_time } }, 409, 'stale_base'],
  ]
  for (const [to, status, code] of refusals) await expectRefusal(await move(booking, to), status, code)
  expect((await read(booking.booking_code)).version).toBe(booking.version)
  expect(await balanceOf(provider, driver)).toBe(10_000 - booking.total)
})

test('a park of another country, whose wallet is another one, is refused', async () => {
  const abroad = await insertTestPark(provider.deps.db)
  await provider.deps.db.query(`update parks set country_code = 'US', currency = 'USD' where id = $1`, [abroad.id])
  const booking = await mustBook(provider, driver, { parkId })
  await expectRefusal(await move(booking, { parkId: abroad.id }), 422, 'currency_mismatch')
  const closed = await insertTestPark(provider.deps.db, { capacity: null })
  await expectRefusal(await move(booking, { parkId: closed.id }), 409, 'park_closed')
})

test('the same key twice, one after the other and both at once, moves once', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  const [key, token] = [newKey(), await driver.token()]
  const body = moveBody(provider, booking, { fromMinutes: 300 })
  const ask = (): Promise<Response> =>
    provider.request('POST', `/api/v1/bookings/${booking.booking_id}/move`, { token, key, body })
  const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  const again = await ask()
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  const [count] = await provider.deps.db.query<{ n: number }>(
    'select count(*) as n from bookings where moved_from = $1',
    [booking.booking_id],
  )
  expect(count?.n).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(10_000 - booking.total)
})

test('two moves of one booking at once: one is done, the other finds it gone', async () => {
  const other = await insertTestPark(provider.deps.db)
  for (let round = 0; round < 20; round += 1) {
    const booking = await mustBook(provider, driver, { parkId, fromMinutes: 60 + round * 200 })
    const targets = [{ fromMinutes: 100 + round * 200 }, { parkId: other.id, fromMinutes: 60 + round * 200 }]
    const answers = await Promise.all(targets.map((to) => move(booking, to)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = must(
      answers.find(({ status }) => status === 409),
      'refused',
    )
    expect(await codeOf(refused)).toBe('booking_not_active')
    const { data } = (await must(
      answers.find(({ ok }) => ok),
      'moved',
    ).json()) as { data: Booking }
    // Cancels the moved booking and forgets that cancellation, so that the next round has room and may cancel freely.
    await provider.deps.db.query('delete from free_cancellations where user_id = $1', [driver.userId])
    await cancel(data)
  }
})

test('two drivers who change places at once never wait for each other in a circle, and no park holds more than it has', async () => {
  const other = await insertTestPark(provider.deps.db, { capacity: 1 })
  const second = await createDriver(provider)
  for (let round = 0; round < 10; round += 1) {
    const fromMinutes = 60 + round * 200
    const here = await mustBook(provider, driver, { parkId, fromMinutes })
    const there = await mustBook(provider, second, { parkId: other.id, fromMinutes })
    const answers = await Promise.all([
      move(here, { parkId: other.id, fromMinutes }),
      move(there, { parkId, fromMinutes }, second),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect(await Promise.all(answers.map(codeOf))).toEqual(['park_full', 'park_full'])
  }
  const [most] = await provider.deps.db.query<{ n: number }>(
    `select max(peak_occupancy(park_id, start_time, end_time, now(), null)) as n from bookings where park_id in ($1, $2)`,
    [parkId, other.id],
  )
  expect(most?.n).toBe(1)
})

test('the ten minutes of the undo run from the first booking, however often it is moved', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  provider.clock.advance(9 * MINUTE_MS)
  const { data } = await mustMove(provider, { driver, booking }, { fromMinutes: 120 })
  expect(data.created_at).toBe(booking.created_at)
  expect(data.updated_at).not.toBe(booking.updated_at)
})

test('a move whose booking is given back in full counts as a free change of mind, at whatever price it is moved: moving on and on holds no space for nothing', async () => {
  let booking = await mustBook(provider, driver, { parkId, minutes: 120 })
  for (const [fromMinutes, minutes] of [
    [100, 120],
    [110, 120],
    [120, 240],
    [130, 60],
    [140, 60],
  ] as const)
    booking = (await mustMove(provider, { driver, booking }, { fromMinutes, minutes })).data
  // Booking and moving are blocked for today, but cancelling stays free.
  const refused = await move(booking, { fromMinutes: 300, minutes: 120 })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'too_many_cancellations' })
  const body = bookingBody(provider, { parkId, fromMinutes: 900 })
  const again = await provider.request('POST', '/api/v1/bookings', { token: await driver.token(), key: newKey(), body })
  await expectRefusal(again, 409, 'too_many_cancellations')
  await cancel(booking)
  expect(await balanceOf(provider, driver)).toBe(10_000)
})
