import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { quote, type Tariff } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { balanceOf, bookingBody, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF, TEST_TAX } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

type Step =
  | { readonly kind: 'extend' | 'shorten'; readonly slots: number }
  | { readonly kind: 'cancel' }
  /** Moves the start to that many slots from now, in its own park or the other one. */
  | { readonly kind: 'move'; readonly fromSlot: number; readonly slots: number; readonly isOther: boolean }
  | { readonly kind: 'renew' }
  | { readonly kind: 'pay' }
  | { readonly kind: 'wait'; readonly minutes: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('extend' as const, 'shorten' as const), slots: fc.integer({ min: 1, max: 12 }) }),
  fc.constantFrom<Step>({ kind: 'cancel' }, { kind: 'renew' }, { kind: 'pay' }),
  fc.record({
    ...{ kind: fc.constant('move' as const), fromSlot: fc.nat(8), slots: fc.integer({ min: 1, max: 24 }) },
    isOther: fc.boolean(),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 50 }) }) },
)

async function call(as: TestDriver, [method, path]: readonly ['POST' | 'PUT', string], body?: object) {
  const options = { token: await as.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  const answer = await provider.request(method, `/api/v1/bookings${path}`, options)
  if (answer.status >= 500) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, unknown> & { readonly data?: Booking }
}

interface Standing {
  readonly driver: TestDriver
  readonly parkIds: readonly [number, number]
  readonly booking: Booking
}

/** Moves at any price: if the price is refused, accepts the price that the refusal names. */
async function move(
  { driver: as, parkIds, booking }: Standing,
  { fromSlot, slots, isOther }: Extract<Step, { kind: 'move' }>,
) {
  const parkId = parkIds[(booking.park_id === parkIds[0]) === isOther ? 1 : 0]
  const from = provider.clock.now() + fromSlot * 5 * MINUTE_MS
  const ask = (total: unknown) =>
    call(as, ['POST', `/${booking.booking_id}/move`], {
      ...{ park_id: parkId, quoted_total: total, tariff_version: 'e1', min_refund: 0 },
      ...{ base_start_time: booking.start_time, base_end_time: booking.end_time },
      start_time: new Date(from).toISOString(),
      end_time: new Date(from + slots * 5 * MINUTE_MS).toISOString(),
    })
  const priced = await ask(0)
  return priced['code'] === 'price_changed' ? ask(priced['total']) : priced
}

async function change(
  { driver: as, parkIds, booking }: Standing,
  one: Exclude<Step, { kind: 'wait' }>,
): Promise<Booking> {
  const { booking_id: id, end_time: end } = booking
  const ask = async () => {
    if (one.kind === 'move') return move({ driver: as, parkIds, booking }, one)
    if (one.kind === 'pay') return call(as, ['POST', `/${id}/overstay`], { max_price: 100_000 })
    if (one.kind === 'cancel') return call(as, ['PUT', `/${id}/status?status=cancelled`])
    if (one.kind === 'renew') {
      const path = (total: unknown) => `/${id}/status?status=active&quoted_total=${String(total)}&tariff_version=e1`
      const priced = await call(as, ['PUT', path(0)])
      return priced['code'] === 'price_changed' ? call(as, ['PUT', path(priced['total'])]) : priced
    }
    const byMs = one.slots * 5 * MINUTE_MS
    const newEnd = new Date(Date.parse(end) + (one.kind === 'shorten' ? -byMs : byMs)).toISOString()
    const times = { base_end_time: end, new_end_time: newEnd }
    if (one.kind === 'shorten') return call(as, ['POST', `/${id}/shorten`], { ...times, min_refund: 0 })
    return call(as, ['POST', '/extend'], { booking_id: id, ...times, max_price: 100_000 })
  }
  return (await ask()).data ?? booking
}

const TIERS = [
  { fromUnit: 0, unitPriceMinor: 50 },
  { fromUnit: 3, unitPriceMinor: 400 },
]
const FALLING = [
  { fromUnit: 0, unitPriceMinor: 400 },
  { fromUnit: 3, unitPriceMinor: 50 },
]
const withTiers = (tiers: typeof TIERS): Tariff['windows'] =>
  TEST_TARIFF.windows.map((window) => ({ ...window, price: { kind: 'unit', tiers } }))
const base: Tariff = { ...TEST_TARIFF, version: 'e1' }

const TARIFFS: readonly Tariff[] = [
  base,
  { ...base, fees: [], freeFirstMinutes: 30, unitMinutes: 15 },
  { ...base, windows: withTiers(TIERS), caps: [], unitMinutes: 15 },
  { ...base, windows: withTiers(FALLING), fees: [], caps: [{ kind: 'day', amountMinor: 1_500, startsAtMinute: 0 }] },
  { ...base, fees: [], caps: [], freeFirstMinutes: 20, reentryMinutes: 60, minimumStayMinutes: 30 },
]

function priceOf(tariff: Tariff, from: number, minutes: number): number {
  const lengthMinutes = Math.max(minutes, tariff.minimumStayMinutes)
  const times = { from: toInstant(from), to: toInstant(from + lengthMinutes * MINUTE_MS), zone: 'America/Toronto' }
  const priced = quote({ tariff, taxes: [TEST_TAX], vehicleType: 1, ...times, now: times.from })
  return priced.ok ? priced.value.totalMinor : Infinity
}

/** Returns until when the provider lets the stay be used; a started unit is the driver's. */
const usedUntil = (booking: Booking): number =>
  Math.min(
    Date.parse(booking.overstay?.until ?? booking.end_time),
    booking.status === 'cancelled' ? Date.parse(booking.cancelled_at ?? booking.end_time) : Infinity,
  )

test('no sequence of changes of a stay and payments after its end costs less than the shortest booking of the time it covers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TARIFFS),
      fc.integer({ min: 6, max: 30 }),
      fc.array(step, { minLength: 2, maxLength: 10 }),
      async (tariff, slots, steps) => {
        const driver = await createDriver(provider)
        const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
        const { id: otherId } = await insertTestPark(provider.deps.db, { capacity: 5 })
        for (const id of [parkId, otherId]) await setTariff(provider.deps.db, id, { tariff })
        const dayMs = 24 * 60 * MINUTE_MS
        provider.clock.advance(Math.ceil(provider.clock.now() / dayMs) * dayMs + dayMs / 2 - provider.clock.now())
        const start = provider.clock.now() + 5 * MINUTE_MS
        const changes = { tariff_version: 'e1', quoted_total: priceOf(tariff, start, slots * 5) }
        let booking = await mustBook(provider, driver, { parkId, fromMinutes: 5, minutes: slots * 5, changes })
        const before = (await balanceOf(provider, driver)) + booking.total
        for (const one of steps) {
          if (one.kind === 'wait') provider.clock.advance(one.minutes * MINUTE_MS)
          else booking = await change({ driver, parkIds: [parkId, otherId], booking }, one)
        }
        // A renewal starts over; the time used before it is paid for in addition.
        const from = Date.parse(booking.start_time)
        const usedMinutes = Math.ceil((usedUntil(booking) - from) / (5 * MINUTE_MS)) * 5
        const paidMinor = before - (await balanceOf(provider, driver))
        const least = usedMinutes <= 0 ? 0 : priceOf(tariff, from, usedMinutes)
        expect(paidMinor).toBeGreaterThanOrEqual(least)
      },
    ),
    { numRuns: Number(process.env['SEQUENCES'] ?? 60), timeout: 20_000 },
  )
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
}, 120_000)

async function bookNow(minutes: number, fromMinutes = 0) {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const booking = await mustBook(provider, driver, { parkId, fromMinutes, minutes })
  return { driver, parkId, booking }
}

const shorten = (
  as: TestDriver,
  booking: Booking,
  { byMinutes, minRefund = 0 }: { byMinutes: number; minRefund?: number },
) =>
  call(as, ['POST', `/${booking.booking_id}/shorten`], {
    base_end_time: booking.end_time,
    new_end_time: new Date(Date.parse(booking.end_time) - byMinutes * MINUTE_MS).toISOString(),
    min_refund: minRefund,
  })

test('an end that is moved in steps gives back no more than one that is moved at once, nor does a cancel after it', async () => {
  const stepwise = await bookNow(120)
  const atOnce = await bookNow(120)
  provider.clock.advance(15 * MINUTE_MS)
  let booking = stepwise.booking
  for (let turn = 0; turn < 3; turn += 1) {
    booking = must((await shorten(stepwise.driver, booking, { byMinutes: 30 })).data, 'shortened')
  }
  await shorten(atOnce.driver, atOnce.booking, { byMinutes: 90 })
  expect(await balanceOf(provider, stepwise.driver)).toBe(await balanceOf(provider, atOnce.driver))
  // 850 for two hours less 250 for the running half hour: half of 600 is refunded.
  expect(await balanceOf(provider, atOnce.driver)).toBe(10_000 - 850 + 300)
  await call(stepwise.driver, ['PUT', `/${booking.booking_id}/status?status=cancelled`])
  expect(await balanceOf(provider, stepwise.driver)).toBe(10_000 - 850 + 300)
})

test('within the undo, before the start, an earlier end gives the whole difference back, as often a day as a cancel', async () => {
  const { driver, booking, parkId } = await bookNow(150, 60)
  const other = await mustBook(provider, driver, { parkId, fromMinutes: 600 })
  let current = booking
  for (let turn = 0; turn < 4; turn += 1) {
    const shorter = await shorten(driver, current, { byMinutes: 30 })
    current = must(shorter.data, `shortened for the ${String(turn + 1)}th time`)
  }
  expect(await balanceOf(provider, driver)).toBe(10_000 - current.total - other.total)
  await call(driver, ['PUT', `/${current.booking_id}/status?status=cancelled`])
  expect(await balanceOf(provider, driver)).toBe(10_000 - other.total)
  expect(await shorten(driver, other, { byMinutes: 30 })).toMatchObject({ status: 409, code: 'too_many_cancellations' })
  const again = await call(driver, ['POST', ''], bookingBody(provider, { parkId, fromMinutes: 900 }))
  expect(again).toMatchObject({ code: 'too_many_cancellations' })
})

test('an earlier end is never in the past, never later, never before the start, and never for less than was promised', async () => {
  const { driver, booking } = await bookNow(120)
  provider.clock.advance(60 * MINUTE_MS)
  expect(await shorten(driver, booking, { byMinutes: 90 })).toMatchObject({ code: 'start_in_past' })
  expect(await shorten(driver, booking, { byMinutes: 120 })).toMatchObject({ code: 'end_not_after_start' })
  expect(await shorten(driver, booking, { byMinutes: -30 })).toMatchObject({ code: 'times_invalid' })
  expect(await shorten(driver, booking, { byMinutes: 33 })).toMatchObject({ code: 'times_invalid' })
  expect(await shorten(driver, booking, { byMinutes: 60, minRefund: 201 })).toMatchObject({
    ...{ code: 'refund_below_minimum', refund: 200 },
  })
  const same = must((await shorten(driver, booking, { byMinutes: 0 })).data, 'unchanged')
  expect(same.version).toBe(booking.version)
  const shorter = must((await shorten(driver, booking, { byMinutes: 60, minRefund: 200 })).data, 'shortened')
  expect(shorter.pass?.sequence).toBe(2)
  const stale = { base_end_time: booking.end_time, new_end_time: booking.start_time, min_refund: 0 }
  expect(await call(driver, ['POST', `/${booking.booking_id}/shorten`], stale)).toMatchObject({ status: 409 })
})

test('who shortens and then stays on pays for it as one who had never shortened', async () => {
  const { driver, booking } = await bookNow(120)
  provider.clock.advance(29 * MINUTE_MS)
  await shorten(driver, booking, { byMinutes: 90 })
  provider.clock.advance(60 * MINUTE_MS)
  await call(driver, ['POST', `/${booking.booking_id}/overstay`], { max_price: 100_000 })
  expect(10_000 - (await balanceOf(provider, driver))).toBeGreaterThanOrEqual(650)
})
