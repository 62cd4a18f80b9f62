/** Event spaces paid for at a gateway, and the effects of a change of the event in the meantime. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { EventDetail } from '../../src/contract/events.ts'
import type { BookingCheckout } from '../../src/contract/payments.ts'
import { DAY_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { cancelEvent, postponeEvent } from '../../provider/services/events.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { expectRefusal } from './support/accounts.ts'
import { byGateway, checkoutSteps, WELCOME } from './support/test-checkout.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { EVENT_TOTAL, mustBookEvent, mustPlan, planOf, postEventBooking, readEvent } from './support/test-events.ts'
import { mustStartGuest } from './support/test-guests.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { onPage } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark
let event: EventDetail
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, { capacity: 2 })
  event = await readEvent(provider, await mustPlan(provider, planOf(provider, park.id)))
})

const { getBooking, afterTheHold } = checkoutSteps(() => ({ provider, driver, park }))

const checkout = (as: TestDriver, changes: Readonly<Record<string, unknown>> = {}): Promise<Response> =>
  postEventBooking(provider, { driver: as, event, changes: { ...byGateway, ...changes } })

async function mustCheckout(as = driver): Promise<BookingCheckout> {
  const answer = await checkout(as)
  if (answer.status !== 201) throw new Error(`No hold: ${await answer.text()}`)
  return ((await answer.json()) as { data: BookingCheckout }).data
}

const postpone = async (): Promise<void> => {
  const newStartMs = toInstant(mustInstant(event.starts_at) + 2 * DAY_MS)
  expect(await postponeEvent(provider.deps, { code: event.code, newStartMs })).toMatchObject({ ok: true })
}

const giveBack = async ({ booking_id: id }: Booking): Promise<Response> =>
  provider.request('PUT', `/api/v1/bookings/${id}/status?status=cancelled`, {
    token: await driver.token(),
    key: newKey(),
  })

test('a space of an event is held while its driver pays, and is the driver’s with a pass once paid', async () => {
  const { booking, reference } = await mustCheckout()
  expect(booking).toMatchObject({ pass: null, total: EVENT_TOTAL, event: { code: event.code } })
  const other = await createDriver(provider)
  await expectRefusal(await checkout(other, { plate: 'OTHER1' }), 409, 'event_sold_out')
  await onPage(provider, reference, 'pay')
  const paid = await getBooking(booking.booking_code)
  expect(paid).toMatchObject({ hold_until: null, event: { code: event.code, choose_by: null } })
  expect(paid.pass?.text).toMatch(/^P1:/)
})

test('a guest pays for an event’s space, and nothing more is needed', async () => {
  const guest = await mustStartGuest(provider)
  const { booking, reference } = await mustCheckout(guest)
  await onPage(provider, reference, 'pay')
  expect((await getBooking(booking.booking_code, guest)).pass?.text).toMatch(/^P1:/)
})

test('a hold that runs out gives the space of the event back; a late payment books it again, or stays in the wallet', async () => {
  const first = await mustCheckout()
  await afterTheHold()
  expect((await readEvent(provider, event.code)).parks[0]?.free).toBe(1)
  await onPage(provider, first.reference, 'pay')
  expect((await getBooking(first.booking.booking_code)).pass?.text).toMatch(/^P1:/)

  const late = await createDriver(provider)
  const wide = await insertTestPark(provider.deps.db, { capacity: 2 })
  event = await readEvent(provider, await mustPlan(provider, planOf(provider, wide.id)))
  const second = await mustCheckout(late)
  await afterTheHold()
  await mustBookEvent(provider, driver, event)
  await onPage(provider, second.reference, 'pay')
  expect(await balanceOf(provider, late)).toBe(WELCOME + EVENT_TOTAL)
})

test('the event is cancelled while its driver pays: the money is in the wallet, and no booking', async () => {
  const { booking, reference } = await mustCheckout()
  await cancelEvent(provider.deps, event.code)
  await followEvents(provider.deps)
  await onPage(provider, reference, 'pay')
  expect(await balanceOf(provider, driver)).toBe(WELCOME + EVENT_TOTAL)
  expect(await getBooking(booking.booking_code)).toMatchObject({ status: 'cancelled', pass: null })
})

test('the event is cancelled, paid for before anything was given back, and then given back in full', async () => {
  const { booking, reference } = await mustCheckout()
  await cancelEvent(provider.deps, event.code)
  await onPage(provider, reference, 'pay')
  await followEvents(provider.deps)
  expect(await balanceOf(provider, driver)).toBe(WELCOME + EVENT_TOTAL)
  expect(await getBooking(booking.booking_code)).toMatchObject({ status: 'cancelled' })
})

test('the event is postponed while its driver pays: the booking is for the new date, and all of it may be had back', async () => {
  const { booking, reference } = await mustCheckout()
  await postpone()
  await onPage(provider, reference, 'pay')
  const paid = await getBooking(booking.booking_code)
  expect(mustInstant(paid.start_time) - mustInstant(event.parking_from)).toBe(2 * DAY_MS)
  expect(paid.event?.choose_by).not.toBeNull()
  const mails = await provider.deps.db.query(
    `select 1 from booking_mails where booking_id = $1 and event like 'postponed:%'`,
    [booking.booking_id],
  )
  expect(mails).toHaveLength(1)
  expect((await giveBack(paid)).status).toBe(200)
  expect(await balanceOf(provider, driver)).toBe(WELCOME + EVENT_TOTAL)
})

test('a hold that ran out before the event was postponed is paid for late: the money stays in the wallet', async () => {
  const { booking, reference } = await mustCheckout()
  await afterTheHold()
  await postpone()
  await onPage(provider, reference, 'pay')
  expect(await balanceOf(provider, driver)).toBe(WELCOME + EVENT_TOTAL)
  expect(await getBooking(booking.booking_code)).toMatchObject({ status: 'cancelled' })
})
