/** The job that refunds the bookings of cancelled events, and of postponed ones whose drivers did not choose. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { EventDetail } from '../../src/contract/events.ts'
import { MINUTE_MS, mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { cancelEvent } from '../../provider/services/events.ts'
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

const { shorten } = changeSteps(() => ({ provider, driver }))

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
