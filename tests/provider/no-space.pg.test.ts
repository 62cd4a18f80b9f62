import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refundableNoSpace } from '../../src/contract/booked-rate.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { refundNow } from '../../src/domain/cancellation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { NO_SPACE_A_MONTH } from '../../src/domain/no-space.ts'
import { reconcileAll } from '../../provider/cli/reconcile.ts'
import { IMPORT_LOCK } from '../../provider/repositories/parks-store.ts'
import { codeOf } from './support/accounts.ts'
import {
  codeOfPark,
  mustCheckIn,
  mustList,
  newNonce,
  pairPhone,
  tailOf,
  type TestPhone,
  timeAfter,
} from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, testPrice, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let parkId: number
let park: string
let phone: TestPhone
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 4 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 50 })).id
  park = await codeOfPark(provider, parkId)
  phone = await pairPhone(provider, [park])
})

const PRICE = testPrice(180)
let plates = 0
/** Returns the plate of a new car, so that no test looks like a habit from another. */
const aPlate = (): string => `NSP${String((plates += 1)).padStart(4, '0')}`

const book = (plate: string, { fromMinutes = 0, minutes = 180, by = driver } = {}): Promise<Booking> =>
  mustBook(provider, by, { parkId, fromMinutes, minutes, changes: { plate } })

async function giveUp(
  { booking_id: id }: Booking,
  { by = driver, query = '' }: { readonly by?: TestDriver; readonly query?: string } = {},
): Promise<Response> {
  const asked = { token: await by.token(), key: newKey() }
  return provider.request('PUT', `/api/v1/bookings/${id}/status?status=cancelled&reason=no_space${query}`, asked)
}

const refundOf = async (answer: Response): Promise<number | null | undefined> => {
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { data: Booking }).data.refund
}

const checkIn = (booking: Booking, minutes = 0, direction: 'in' | 'out' = 'in') =>
  mustCheckIn(provider, phone, [
    { nonce: newNonce(), park, booking: tailOf(booking.booking_id), direction, at: timeAfter(provider, minutes) },
  ])

/** Expects the refund of the default policy, which an hour before the stay is less than half. */
const isOrdinary = (refund: number | null | undefined): void => {
  expect(refund).toBeGreaterThanOrEqual(0)
  expect(refund).toBeLessThan(PRICE / 2)
}

test('no space within 30 minutes of the start: the whole price comes back, the pass ends, the gate sees it cancelled', async () => {
  const booking = await book(aPlate())
  provider.clock.advance(29 * MINUTE_MS)
  expect(refundNow(refundableNoSpace(booking), toInstant(provider.clock.now()))).toBe(PRICE)
  const answer = await giveUp(booking, { query: `&min_refund=${String(PRICE)}` })
  const { data } = (await answer.json()) as { data: Booking }
  expect(data).toMatchObject({ status: 'cancelled', refund: PRICE, pass: null, cancel_reason: 'no_space' })
  const list = await mustList(provider, phone, { park })
  expect(list.data.entries).toMatchObject([{ booking: tailOf(booking.booking_id), state: 'cancelled' }])
  expect(list.data.revoked).toMatchObject([{ booking: tailOf(booking.booking_id) }])
  expect((await reconcileAll(provider.deps.db)).isSound).toBe(true)
})

test('the phone’s preview is what the provider gives back, minute by minute', async () => {
  for (const minutes of [0, 14, 30, 31, 95]) {
    provider.clock.set(TEST_NOW + plates * 3 * DAY_MS)
    const by = await createDriver(provider)
    const booking = await book(aPlate(), { by })
    provider.clock.advance(minutes * MINUTE_MS)
    const shown = refundNow(refundableNoSpace(booking), toInstant(provider.clock.now()))
    expect(await refundOf(await giveUp(booking, { by })), `after ${String(minutes)} min`).toBe(shown)
    expect(shown === PRICE).toBe(minutes < 30)
  }
})

test('half an hour later the ordinary refund is all; what was accepted is not cut down', async () => {
  const booking = await book(aPlate())
  provider.clock.advance(30 * MINUTE_MS)
  const refused = await giveUp(booking, { query: `&min_refund=${String(PRICE)}` })
  expect(refused.status).toBe(409)
  const { code, refund } = (await refused.json()) as { code: string; refund: number }
  expect(code).toBe('refund_below_minimum')
  isOrdinary(refund)
  expect(await refundOf(await giveUp(booking, { query: `&min_refund=${String(refund)}` }))).toBe(refund)
})

test('cheat: parks, is checked in, and reports that it was full', async () => {
  const booking = await book(aPlate())
  await checkIn(booking)
  provider.clock.advance(5 * MINUTE_MS)
  expect(await codeOf(await giveUp(booking, { query: `&min_refund=${String(PRICE)}` }))).toBe('refund_below_minimum')
  isOrdinary(await refundOf(await giveUp(booking)))
})

test('cheat: parks, drives out, and reports that it was full', async () => {
  const booking = await book(aPlate())
  await checkIn(booking)
  await checkIn(booking, 10, 'out')
  provider.clock.advance(12 * MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(booking)))
})

test('cheat: reports it again, the same day, with another booking, another account or a renewed one', async () => {
  const plate = aPlate()
  const first = await book(plate)
  provider.clock.advance(5 * MINUTE_MS)
  expect(await refundOf(await giveUp(first))).toBe(PRICE)
  expect(await codeOf(await giveUp(first))).toBe('booking_not_active')
  const elsewhere = await book(aPlate())
  provider.clock.advance(5 * MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(elsewhere)))
  const other = await createDriver(provider)
  const sameCar = await book(plate, { by: other })
  provider.clock.advance(MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(sameCar, { by: other })))
  const again = await provider.request(
    'PUT',
    `/api/v1/bookings/${first.booking_id}/status?status=active&quoted_total=${String(testPrice(165))}&tariff_version=v1`,
    { token: await driver.token(), key: newKey() },
  )
  const { data: renewed } = (await again.json()) as { data: Booking }
  expect(renewed.status, JSON.stringify(renewed)).toBe('active')
  provider.clock.advance(10 * MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(renewed)))
  expect((await reconcileAll(provider.deps.db)).isSound).toBe(true)
})

test('cheat: two bookings at once, and the plate changed in between', async () => {
  const plate = aPlate()
  const [one, two] = [await book(plate), await book(aPlate())]
  provider.clock.advance(2 * MINUTE_MS)
  const answers = await Promise.all([giveUp(one), giveUp(two)])
  const refunds = await Promise.all(answers.map(refundOf))
  expect(refunds.filter((refund) => refund === PRICE)).toHaveLength(1)
  provider.clock.advance(2 * DAY_MS)
  const other = await createDriver(provider)
  const third = await book(plate, { by: other })
  provider.clock.advance(2 * MINUTE_MS)
  const changed = await provider.request('PUT', `/api/v1/bookings/${third.booking_id}/vehicle`, {
    ...{ token: await other.token(), key: newKey(), body: { plate: aPlate() } },
  })
  expect(changed.status).toBe(200)
  expect(await refundOf(await giveUp(third, { by: other }))).toBe(PRICE)
  provider.clock.advance(HOUR_MS)
  const fourth = await book(plate)
  provider.clock.advance(MINUTE_MS)
  // The plate at the time of the report counts as well.
  isOrdinary(await refundOf(await giveUp(fourth)))
})

test('cheat: every day: three times in thirty days, then not before the first has passed', async () => {
  const reportOnce = async (): Promise<number | null | undefined> => {
    const booking = await book(aPlate())
    provider.clock.advance(MINUTE_MS)
    return refundOf(await giveUp(booking))
  }
  for (let count = 0; count < NO_SPACE_A_MONTH; count += 1) {
    expect(await reportOnce()).toBe(PRICE)
    provider.clock.advance(DAY_MS)
  }
  isOrdinary(await reportOnce())
  provider.clock.set(TEST_NOW + 30 * DAY_MS - MINUTE_MS)
  isOrdinary(await reportOnce())
  provider.clock.advance(2 * MINUTE_MS)
  expect(await reportOnce()).toBe(PRICE)
})

test('cheat: stands inside since a booking before, which ended, was given up, or goes on', async () => {
  const plate = aPlate()
  await book(plate, { minutes: 30 })
  const next = await book(plate, { fromMinutes: 30 })
  provider.clock.advance(35 * MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(next)))

  const left = aPlate()
  const given = await book(left)
  provider.clock.advance(60 * MINUTE_MS)
  const cancelled = await provider.request('PUT', `/api/v1/bookings/${given.booking_id}/status?status=cancelled`, {
    ...{ token: await driver.token(), key: newKey() },
  })
  expect(cancelled.status).toBe(200)
  const later = await book(left)
  provider.clock.advance(MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(later)))

  // The car returned hours after a stay.
  provider.clock.advance(5 * HOUR_MS)
  const anew = await book(plate)
  provider.clock.advance(MINUTE_MS)
  expect(await refundOf(await giveUp(anew))).toBe(PRICE)
})

test('cheat: the gate’s record comes later and says the car was inside: nothing for a year', async () => {
  const plate = aPlate()
  const booking = await book(plate)
  provider.clock.advance(20 * MINUTE_MS)
  expect(await refundOf(await giveUp(booking))).toBe(PRICE)
  await checkIn(booking, -15)
  provider.clock.advance(300 * DAY_MS)
  const other = await createDriver(provider)
  const sameCar = await book(plate, { by: other })
  provider.clock.advance(MINUTE_MS)
  isOrdinary(await refundOf(await giveUp(sameCar, { by: other })))
  provider.clock.advance(70 * DAY_MS)
  const yearLater = await book(plate)
  provider.clock.advance(MINUTE_MS)
  expect(await refundOf(await giveUp(yearLater))).toBe(PRICE)
})

test('before the start it is a change of mind, and counts as one; so does each whole price that came back', async () => {
  for (let count = 0; count < 4; count += 1)
    expect(await refundOf(await giveUp(await book(aPlate(), { fromMinutes: 60 })))).toBe(PRICE)
  const arrived = await book(aPlate())
  provider.clock.advance(MINUTE_MS)
  expect(await refundOf(await giveUp(arrived))).toBe(PRICE)
  await expect(book(aPlate())).rejects.toThrow(/too_many_cancellations/)
})

test('another driver’s booking does not exist, and another reason is none', async () => {
  const booking = await book(aPlate())
  const other = await createDriver(provider)
  expect(await codeOf(await giveUp(booking, { by: other }))).toBe('booking_not_found')
  const odd = await provider.request(
    'PUT',
    `/api/v1/bookings/${booking.booking_id}/status?status=cancelled&reason=rain`,
    {
      ...{ token: await driver.token(), key: newKey() },
    },
  )
  expect(await codeOf(odd)).toBe('validation_failed')
})

test('a refund waits for no import of car parks', async () => {
  const booking = await book(aPlate())
  provider.clock.advance(5 * MINUTE_MS)
  await provider.deps.db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
    expect(await refundOf(await giveUp(booking))).toBe(PRICE)
  })
})
