import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import type { Verdict } from '../../src/domain/verdict.ts'
import { must } from '../../src/lib/assert.ts'
import { overUntilOf, priceOverstay } from '../../src/queries/price-overstay.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { codeOfPark, judgeAt, mustCheckIn, newNonce, pairPhone, tailOf, timeAfter } from './support/test-attendants.ts'
import { balanceOf, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { sendAs } from './support/test-money.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const goTo = (at: number): void => provider.clock.advance(at - provider.clock.now())

interface Scene {
  readonly driver: TestDriver
  readonly parkId: number
  readonly old: Booking
}

/** Returns a car that an attendant let in for an hour, `minutes` after the end of that hour. */
async function insideAndOverBy(minutes: number): Promise<Scene> {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const old = await mustBook(provider, driver, { parkId, fromMinutes: 1 })
  provider.clock.advance(2 * MINUTE_MS)
  await record({ parkId, booking: old, direction: 'in' })
  goTo(mustInstant(old.end_time) + minutes * MINUTE_MS)
  return { driver, parkId, old }
}

async function record(event: { parkId: number; booking: Booking; direction: 'in' | 'out' }): Promise<void> {
  const park = await codeOfPark(provider, event.parkId)
  const phone = await pairPhone(provider, [park])
  const booking = tailOf(event.booking.booking_id)
  const { direction } = event
  await mustCheckIn(provider, phone, [
    { nonce: newNonce(), park, booking, sequence: 1, direction, at: timeAfter(provider, 0) },
  ])
}

/** Returns the verdict when an attendant lets the car out with the pass of `booking`. */
const atExit = (parkId: number, booking: Booking): Promise<Verdict> =>
  judgeAt(provider, { parkId, pass: must(booking.pass, 'a pass').text, direction: 'out' })

async function pay(driver: TestDriver, booking: Booking, maxPrice = 100_000): Promise<Booking> {
  const options = { token: await driver.token(), key: newKey(), body: { max_price: maxPrice } }
  const answer = await provider.request('POST', `/api/v1/bookings/${booking.booking_id}/overstay`, options)
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { data: Booking }).data
}

const dueOf = (verdict: Verdict): number | null => (verdict.kind === 'expired' ? verdict.overstay.dueMinor : 0)

test('a short new booking hides no overstay at the gate: the attendant reads what is owed, and lets the car out once it is paid', async () => {
  const { driver, parkId, old } = await insideAndOverBy(180)
  const next = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: 30 })
  provider.clock.advance(5 * MINUTE_MS)
  const verdict = await atExit(parkId, next)
  // Six started half hours: the time between the end and the new start, without the time that the new booking has paid
  // for.
  expect([verdict.kind, dueOf(verdict)]).toEqual(['expired', 1000 + 50])
  const before = await balanceOf(provider, driver)
  await pay(driver, old)
  expect(before - (await balanceOf(provider, driver))).toBe(dueOf(verdict))
  expect((await atExit(parkId, next)).kind).toBe('valid')
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
})

test('gate, provider and phone agree on what is owed, whichever of the two passes is shown', async () => {
  const { driver, parkId, old } = await insideAndOverBy(65)
  const next = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: 120 })
  provider.clock.advance(50 * MINUTE_MS)
  const at = overUntilOf(old, [old, next], toInstant(provider.clock.now()))
  const shown = priceOverstay(old, at).dueMinor
  expect([dueOf(await atExit(parkId, next)), dueOf(await atExit(parkId, old))]).toEqual([shown, shown])
  const paid = await pay(driver, old, must(shown, 'an amount'))
  expect(paid.overstay?.paid).toBe(shown)
  expect((await atExit(parkId, old)).kind).toBe('valid')
})

test('another driver who books the same plate hides it as little, and is charged for nothing but their own stay', async () => {
  const { parkId, old } = await insideAndOverBy(95)
  const friend = await createDriver(provider)
  const next = await mustBook(provider, friend, { parkId, fromMinutes: 0, minutes: 30 })
  const verdict = await atExit(parkId, next)
  expect([verdict.kind, verdict.kind === 'expired' && verdict.car.booking]).toEqual(['expired', tailOf(old.booking_id)])
  const answer = await sendAs(provider, friend, {
    ...{ method: 'POST', path: `/bookings/${old.booking_id}/overstay`, body: { max_price: 100_000 } },
  })
  expect(answer.status).toBe(404)
})

test('a later booking that is cancelled ends no overstay: all of the time is owed again', async () => {
  const { driver, parkId, old } = await insideAndOverBy(95)
  const next = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: 60 })
  const first = await pay(driver, old)
  provider.clock.advance(20 * MINUTE_MS)
  await sendAs(provider, driver, { method: 'PUT', path: `/bookings/${next.booking_id}/status?status=cancelled` })
  provider.clock.advance(60 * MINUTE_MS)
  expect(dueOf(await atExit(parkId, old))).toBeGreaterThan(0)
  const second = await pay(driver, first)
  expect(second.overstay?.paid).toBeGreaterThan(must(first.overstay, 'a payment').paid)
})

test('one that is renewed ends it as a new one does, and extending it is not in the way of paying', async () => {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const old = await mustBook(provider, driver, { parkId, fromMinutes: 1 })
  const later = await mustBook(provider, driver, { parkId, fromMinutes: 150, minutes: 120 })
  await sendAs(provider, driver, { method: 'PUT', path: `/bookings/${later.booking_id}/status?status=cancelled` })
  provider.clock.advance(2 * MINUTE_MS)
  await record({ parkId, booking: old, direction: 'in' })
  goTo(mustInstant(later.start_time) + 30 * MINUTE_MS)
  const path = `/bookings/${later.booking_id}/status?status=active&quoted_total=650&tariff_version=v1`
  const renewal = await sendAs(provider, driver, { method: 'PUT', path })
  const { data: renewed } = (await renewal.json()) as { data: Booking }
  provider.clock.advance(10 * MINUTE_MS)
  const extension = {
    ...{ booking_id: later.booking_id, base_end_time: renewed.end_time, max_price: 10_000 },
    new_end_time: new Date(Date.parse(renewed.end_time) + 30 * MINUTE_MS).toISOString(),
  }
  expect((await sendAs(provider, driver, { method: 'POST', path: '/bookings/extend', body: extension })).status).toBe(
    200,
  )
  const owed = dueOf(await atExit(parkId, old))
  expect(owed).toBeGreaterThan(0)
  const before = await balanceOf(provider, driver)
  await pay(driver, old)
  expect(before - (await balanceOf(provider, driver))).toBe(owed)
})

test('a booking that begins within the grace continues the stay and pays for the time between: nothing more is owed', async () => {
  const { driver, parkId, old } = await insideAndOverBy(8)
  // 68 more minutes: three half hours and the fee.
  const changes = { quoted_total: 650 }
  const next = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: 60, changes })
  provider.clock.advance(40 * MINUTE_MS)
  const before = await balanceOf(provider, driver)
  expect((await pay(driver, old)).overstay).toBeUndefined()
  expect(await balanceOf(provider, driver)).toBe(before)
  expect((await atExit(parkId, next)).kind).toBe('valid')
})

test('a car that was let out and came again owes nothing, and one whose later entry was recorded is not asked', async () => {
  const { driver, parkId, old } = await insideAndOverBy(60)
  await record({ parkId, booking: old, direction: 'out' })
  const next = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: 60 })
  provider.clock.advance(5 * MINUTE_MS)
  expect((await atExit(parkId, next)).kind).toBe('valid')
})

test('paying from two phones while the new booking is being made takes what is owed once', async () => {
  const { driver, parkId, old } = await insideAndOverBy(65)
  const before = await balanceOf(provider, driver)
  const stay = { parkId, fromMinutes: 0, minutes: 60 }
  const [next] = await Promise.all([mustBook(provider, driver, stay), pay(driver, old), pay(driver, old)])
  const paid = must((await pay(driver, old)).overstay, 'a payment').paid
  expect(paid).toBe(600 + 50)
  expect(before - (await balanceOf(provider, driver))).toBe(paid + next.total)
  expect(await reconcile(provider.deps.db)).toEqual([])
})
