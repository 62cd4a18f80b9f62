import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { type StaySpan, visitsOf } from '../../src/domain/previous-stay.ts'
import { quote, type Tariff } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import {
  callBookings,
  type Made,
  newMade,
  PLATE,
  play,
  standingIn,
  type Step,
  step,
} from './support/plate-sequences.ts'
import { bookingBody, createDriver, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TAX, TEST_TARIFF } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

/**
 * Prices the whole time of each visit as one booking. Every hour costs the same, so the booking may start with the
 * visit.
 */
function asOneBooking(tariff: Tariff, spans: readonly StaySpan[]): number {
  const { reentryMinutes } = tariff
  // If there are two drivers, they do not pay for the time between their stays.
  const costs = visitsOf(spans, { reentryMinutes, graceMinutes: reentryMinutes > 0 ? 0 : 10 }).map((visit) => {
    const from = must(visit[0], 'span').from
    const lengthMs = visit.reduce((sum, span) => sum + span.to - span.from, 0)
    const times = { from, to: toInstant(from + lengthMs), zone: 'America/Toronto', now: from }
    const priced = quote({ tariff, taxes: [TEST_TAX], vehicleType: 1, ...times })
    return priced.ok ? priced.value.totalMinor : 0
  })
  return costs.reduce((sum, cost) => sum + cost, 0)
}

const RISING_TIERS = [
  { fromUnit: 1, unitPriceMinor: 50 },
  { fromUnit: 3, unitPriceMinor: 300 },
]

const TARIFFS: readonly Tariff[] = [
  {
    ...{ ...TEST_TARIFF, version: 'r1', fees: [], freeFirstMinutes: 30, reentryMinutes: 60, unitMinutes: 15 },
    caps: [{ kind: 'day', amountMinor: 1_500, startsAtMinute: 0 }],
    windows: TEST_TARIFF.windows.map((window) => ({ ...window, price: { kind: 'unit', tiers: RISING_TIERS } })),
  },
  { ...TEST_TARIFF, version: 'r1', fees: [], caps: [], freeFirstMinutes: 30, reentryMinutes: 60 },
  { ...TEST_TARIFF, version: 'r1', freeFirstMinutes: 60, unitMinutes: 15, reentryMinutes: 30 },
  { ...TEST_TARIFF, version: 'r1', fees: [], freeFirstMinutes: 20, reentryMinutes: 1_440 },
  // Without re-entry, as all imported car parks are: only adjoining bookings form one stay.
  { ...TEST_TARIFF, version: 'r1' },
  { ...TEST_TARIFF, version: 'r1', fees: [], caps: [], freeFirstMinutes: 30 },
  {
    ...{ ...TEST_TARIFF, version: 'r1', fees: [], minimumStayMinutes: 45 },
    caps: [{ kind: 'day', amountMinor: 500, startsAtMinute: 0 }],
  },
]

test('no sequence of bookings, changes and cancels of a plate at a park costs less than one booking of the time it stood there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TARIFFS),
      fc.array(step, { minLength: 6, maxLength: 16 }),
      async (tariff, steps) => {
        const driver = await createDriver(provider)
        // Without re-entry minutes, another driver's bookings only use up free minutes.
        const drivers = [driver, tariff.reentryMinutes > 0 ? await createDriver(provider) : driver]
        const parks = [
          await insertTestPark(provider.deps.db, { capacity: 50 }),
          await insertTestPark(provider.deps.db, { capacity: 50 }),
        ]
        const parkIds = parks.map(({ id }) => id)
        for (const id of parkIds) await setTariff(provider.deps.db, id, { tariff })
        // Starts with a whole day, so that no cap restarts on the way.
        const aligned =
          Math.ceil(provider.clock.now() / (24 * 60 * MINUTE_MS)) * 24 * 60 * MINUTE_MS + 12 * 60 * MINUTE_MS
        provider.clock.advance(aligned - provider.clock.now())
        const world = { provider, parkIds, drivers, made: [] }
        await play(world, steps)
        for (const id of parkIds) {
          const { spans, paidMinor } = await standingIn(world, id)
          expect(paidMinor).toBeGreaterThanOrEqual(asOneBooking(tariff, spans))
        }
      },
    ),
    // Each run takes half a second, so shrinking a failure would outlast the test.
    { numRuns: Number(process.env['SEQUENCES'] ?? 40), timeout: 20_000, endOnFailure: true },
  )
  // The payments in the rows equal what left the wallets.
  expect(await reconcile(provider.deps.db)).toEqual([])
}, 120_000)

test('a plate is not given to a booking whose price another one, that may be cancelled next, has raised', async () => {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 50 })
  const tariff = must(TARIFFS[0], 'tariff')
  await setTariff(provider.deps.db, parkId, { tariff })
  provider.clock.advance(24 * 60 * MINUTE_MS - (provider.clock.now() % (24 * 60 * MINUTE_MS)) + 16 * 60 * MINUTE_MS)
  const steps: readonly Step[] = [
    { kind: 'book', fromSlot: 1, slots: 1, plate: 3, as: 0 },
    { kind: 'wait', minutes: 16 },
    { kind: 'book', fromSlot: 0, slots: 2, plate: 0, as: 0 },
    { kind: 'book', fromSlot: 0, slots: 2, plate: 3, as: 0 },
    { kind: 'plate', which: 0, plate: 0 },
    { kind: 'cancel', which: 2, slots: 1 },
    { kind: 'extend', which: 1, slots: 1 },
  ]
  const world = { provider, parkIds: [parkId], drivers: [driver], made: [] }
  await play(world, steps)
  const { spans, paidMinor } = await standingIn(world, parkId)
  expect(paidMinor).toBeGreaterThanOrEqual(asOneBooking(tariff, spans))
})

test('nor do an extension and a booking that are asked for at once, of which each would be free without the other', async () => {
  const tariff = must(TARIFFS[1], 'tariff')
  for (let round = 0; round < 12; round += 1) {
    const [one, other] = [await createDriver(provider), await createDriver(provider)]
    const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 50 })
    await setTariff(provider.deps.db, parkId, { tariff })
    const bodyOf = (fromMinutes: number): object =>
      bookingBody(provider, {
        ...{ parkId, fromMinutes, minutes: 30 },
        changes: { plate: PLATE, tariff_version: 'r1', quoted_total: 0 },
      })
    // The second to arrive is refused, because it costs more than was agreed.
    const book = async (as: TestDriver, fromMinutes: number): Promise<readonly Made[]> => {
      const { data } = await callBookings(provider, ['POST', ''], { as, body: bodyOf(fromMinutes) })
      return data === undefined ? [] : [newMade(data as Booking, as, PLATE)]
    }
    const first = must((await book(one, 60))[0], 'the first booking')
    const { booking_id: id, end_time: end } = first.booking
    const newEnd = new Date(Date.parse(end) + 30 * MINUTE_MS).toISOString()
    const longer = { booking_id: id, base_end_time: end, new_end_time: newEnd, max_price: 1_000 }
    const [{ data: extended }, second] = await Promise.all([
      callBookings(provider, ['POST', '/extend'], { as: one, body: longer }),
      book(other, 155),
    ])
    const made = [extended === undefined ? first : newMade(extended as Booking, one, PLATE), ...second]
    const { spans, paidMinor } = await standingIn({ provider, parkIds: [parkId], drivers: [one, other], made }, parkId)
    expect(paidMinor).toBe(asOneBooking(tariff, spans))
  }
})
