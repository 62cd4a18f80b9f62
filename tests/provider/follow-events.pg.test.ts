/** The job that refunds the bookings of cancelled events, and of postponed ones whose drivers did not choose. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { EventDetail } from '../../src/contract/events.ts'
import { DAY_MS, MINUTE_MS, mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { cancelEvent, postponeEvent } from '../../provider/services/events.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { bookingOf, changeSteps } from './support/test-changes.ts'
import { WELCOME } from './support/test-checkout.ts'
import { balanceOf, createDriver, type TestDriver } from './support/test-driver.ts'
import { mustBookEvent, mustPlan, planOf, postEventBooking, readEvent } from './support/test-events.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { sendAs, transactionsOf } from './support/test-money.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let other: TestDriver
let event: EventDetail
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  other = await createDriver(provider)
  const { id } = await insertTestPark(provider.deps.db, { capacity: 2 })
  event = await readEvent(provider, await mustPlan(provider, planOf(provider, id, { held: 2 })))
})

const { shorten, cancel, put } = changeSteps(() => ({ provider, driver }))

const read = async ({ booking_code: code }: Booking, as = driver): Promise<Booking> =>
  bookingOf(await sendAs(provider, as, { method: 'GET', path: `/bookings/${code}` }))

const bookOther = async (): Promise<Booking> =>
  bookingOf(await postEventBooking(provider, { driver: other, event, changes: { plate: 'OTHER1' } }))

test('time after the end that was paid for is not given back with its event, and keeps nobody else waiting', async () => {
  const booking = await mustBookEvent(provider, driver, event)
  const next = await bookOther()
  const { end_time: end } = await bookingOf(await shorten(booking, 4 * 60))
  provider.clock.set(mustInstant(end) + 30 * MINUTE_MS)
  const path = `/bookings/${booking.booking_id}/overstay`
  const paid = await bookingOf(await sendAs(provider, driver, { method: 'POST', path, body: { max_price: 10_000 } }))
  const paidMinor = must(paid.overstay, 'overstay').paid
  expect((await cancelEvent(provider.deps, event.code)).ok).toBe(true)
  expect(await followEvents(provider.deps)).toBe(2)
  const given = await read(booking)
  expect(given).toMatchObject({ status: 'cancelled', cancel_reason: 'event_cancelled', refund: booking.total })
  expect(given.overstay).toBeUndefined()
  expect(await balanceOf(provider, driver)).toBe(WELCOME - paidMinor)
  expect((await transactionsOf(provider, driver)).slice(0, 2)).toEqual([
    ['refund', booking.total],
    ['extension', -paidMinor],
  ])
  expect(await read(next, other)).toMatchObject({ status: 'cancelled', refund: next.total })
  expect(await balanceOf(provider, other)).toBe(WELCOME)
})

const postponeBy = async (byMs: number): Promise<void> => {
  const { starts_at: start } = await readEvent(provider, event.code)
  const newStartMs = mustInstant(start) + byMs
  expect((await postponeEvent(provider.deps, { code: event.code, newStartMs })).ok).toBe(true)
}

/** Goes to the last moment of the drivers' choice. */
async function goToChooseBy(booking: Booking): Promise<void> {
  provider.clock.set(mustInstant(must((await read(booking)).event?.choose_by, 'a last moment')))
}

test('who books a postponed event again has chosen the new date, and gives it up as any other booking', async () => {
  const booking = await mustBookEvent(provider, driver, event)
  await postponeBy(14 * DAY_MS)
  const moved = await read(booking)
  await bookingOf(await cancel(moved))
  const tariff = must((await readEvent(provider, event.code)).parks[0], 'its park').tariff_version
  const agreed = `quoted_total=${String(booking.total)}&tariff_version=${tariff}`
  const renewed = await bookingOf(await put(moved, `status=active&${agreed}`))
  expect(renewed.event).toMatchObject({ status: 'postponed', choose_by: null })
  provider.clock.advance(8 * DAY_MS)
  expect(await followEvents(provider.deps)).toBe(0)
  expect(await read(booking)).toMatchObject({ status: 'active' })
  expect(await bookingOf(await cancel(renewed))).toMatchObject({ cancel_reason: 'driver' })
})

test('who may choose anew because the event is postponed again is not refunded for the first choice', async () => {
  const booking = await mustBookEvent(provider, driver, event)
  await postponeBy(14 * DAY_MS)
  await goToChooseBy(booking)
  const { db } = provider.deps
  let isFirst = true
  // Postpones the event between the list of what is due and the first refund.
  const late: typeof db = {
    ...db,
    transaction: async (work) => {
      if (isFirst) await postponeBy(DAY_MS)
      isFirst = false
      return db.transaction(work)
    },
  }
  expect(await followEvents({ ...provider.deps, db: late })).toBe(0)
  expect(await read(booking)).toMatchObject({ status: 'active' })
  await goToChooseBy(booking)
  expect(await followEvents(provider.deps)).toBe(1)
  expect(await read(booking)).toMatchObject({ cancel_reason: 'event_postponed', refund: booking.total })
})

test('a booking that cannot be given back keeps nobody else waiting, and is tried again', async () => {
  const broken = await mustBookEvent(provider, driver, event)
  const next = await bookOther()
  await cancelEvent(provider.deps, event.code)
  const { db } = provider.deps
  const failing: typeof db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const done = await work(tx)
        const sql = `select from bookings where booking_id = $1 and status = 'cancelled'`
        if ((await tx.query(sql, [broken.booking_id])).length > 0) throw new Error('the row is broken')
        return done
      }),
  }
  await expect(followEvents({ ...provider.deps, db: failing })).rejects.toThrow('1 bookings of events')
  expect(await read(next, other)).toMatchObject({ status: 'cancelled', refund: next.total })
  expect(await followEvents(provider.deps)).toBe(1)
  expect(await read(broken)).toMatchObject({ status: 'cancelled', refund: broken.total })
})
