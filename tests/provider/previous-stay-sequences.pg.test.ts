import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { type StaySpan, visitsOf } from '../../src/domain/previous-stay.ts'
import { quote, type Tariff } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { bookingBody, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TAX, TEST_TARIFF } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const PLATE = 'AAA111'
const PLATES = [PLATE, PLATE, PLATE, 'BBB222'] as const

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

type Step =
  | {
      readonly kind: 'book'
      readonly fromSlot: number
      readonly slots: number
      readonly plate: number
      readonly as: number
    }
  | { readonly kind: 'extend' | 'shorten' | 'cancel' | 'renew'; readonly which: number; readonly slots: number }
  | { readonly kind: 'plate'; readonly which: number; readonly plate: number }
  | { readonly kind: 'move'; readonly which: number; readonly fromSlot: number; readonly slots: number }
  | { readonly kind: 'wait'; readonly minutes: number }

const which = fc.nat(9)
const slots = fc.integer({ min: 1, max: 4 })
const plate = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('book' as const), fromSlot: fc.nat(8), slots, plate, as: fc.nat(1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('extend' as const, 'shorten' as const, 'cancel' as const, 'renew' as const),
      which,
      slots,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('plate' as const), which, plate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which, fromSlot: fc.nat(8), slots }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) }) },
)

interface Made {
  readonly booking: Booking
  readonly as: TestDriver
}

interface World {
  readonly parkId: number
  readonly drivers: readonly TestDriver[]
  readonly made: Made[]
}

async function call(
  [method, path]: readonly ['POST' | 'PUT', string],
  as: TestDriver,
  body?: object,
): Promise<Record<string, unknown>> {
  const options = { token: await as.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  const answer = await provider.request(method, `/api/v1/bookings${path}`, options)
  if (answer.status >= 500) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, unknown>
}

/** Asks for nothing first: what is refused for its price is taken at the price that the refusal names. */
async function book({ parkId, drivers, made }: World, one: Extract<Step, { kind: 'book' }>): Promise<void> {
  const as = must(drivers[one.as], 'driver')
  const stay = { parkId, fromMinutes: one.fromSlot * 15, minutes: one.slots * 15 }
  const agreed = { plate: PLATES[one.plate], tariff_version: 'r1', quoted_total: 0 }
  const body = bookingBody(provider, { ...stay, changes: agreed })
  let answer = await call(['POST', ''], as, body)
  if (answer['code'] === 'price_changed')
    answer = await call(['POST', ''], as, { ...body, quoted_total: answer['total'] })
  if (answer['data'] !== undefined) made.push({ booking: answer['data'] as Booking, as })
}

async function move({ booking, as }: Made, one: Extract<Step, { kind: 'move' }>): Promise<Record<string, unknown>> {
  const from = provider.clock.now() + one.fromSlot * 15 * MINUTE_MS
  const ask = (total: unknown) =>
    call(['POST', `/${booking.booking_id}/move`], as, {
      ...{ park_id: booking.park_id, quoted_total: total, tariff_version: 'r1', min_refund: 0 },
      ...{ base_start_time: booking.start_time, base_end_time: booking.end_time },
      start_time: new Date(from).toISOString(),
      end_time: new Date(from + one.slots * 15 * MINUTE_MS).toISOString(),
    })
  const priced = await ask(0)
  return priced['code'] === 'price_changed' ? ask(priced['total']) : priced
}

async function change({ made }: World, one: Exclude<Step, { kind: 'book' | 'wait' }>): Promise<void> {
  const index = one.which % made.length
  const { booking, as } = must(made[index], 'booking')
  const { booking_id: id, end_time: end } = booking
  const ask = async (): Promise<Record<string, unknown>> => {
    if (one.kind === 'move') return move({ booking, as }, one)
    if (one.kind === 'plate') return call(['PUT', `/${id}/vehicle`], as, { plate: PLATES[one.plate] })
    if (one.kind === 'cancel') return call(['PUT', `/${id}/status?status=cancelled`], as)
    if (one.kind === 'renew') {
      const priced = await call(['PUT', `/${id}/status?status=active&quoted_total=0&tariff_version=r1`], as)
      if (priced['code'] !== 'price_changed') return priced
      return call(['PUT', `/${id}/status?status=active&quoted_total=${String(priced['total'])}&tariff_version=r1`], as)
    }
    const byMs = one.slots * 15 * MINUTE_MS
    const newEnd = new Date(Date.parse(end) + (one.kind === 'shorten' ? -byMs : byMs)).toISOString()
    if (one.kind === 'shorten')
      return call(['POST', `/${id}/shorten`], as, { base_end_time: end, new_end_time: newEnd, min_refund: 0 })
    return call(['POST', '/extend'], as, {
      booking_id: id,
      base_end_time: end,
      new_end_time: newEnd,
      max_price: 100_000,
    })
  }
  const answer = await ask()
  if (answer['data'] !== undefined) made[index] = { booking: answer['data'] as Booking, as }
}

async function play(world: World, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    if (one.kind === 'wait') provider.clock.advance(one.minutes * MINUTE_MS)
    else if (one.kind === 'book') await book(world, one)
    else if (world.made.length > 0) await change(world, one)
  }
}

interface Row {
  readonly plate: string
  readonly former_plates: readonly string[]
  readonly start_time: number
  readonly end_time: number
  readonly cancelled_at: number | null
  readonly paid: number
  readonly earlier_periods: readonly StaySpan[]
}

/** When the plate stood there, as far as it was booked, and what that has cost for good. */
async function standingOf(parkId: number): Promise<{ readonly spans: StaySpan[]; readonly paidMinor: number }> {
  const rows = await provider.deps.db.query<Row>(
    `select plate, former_plates, start_time, end_time, cancelled_at, earlier_periods,
            retained_minor + total_minor - coalesce(refund_minor, 0) as paid
       from bookings where park_id = $1 and (plate = $2 or $2 = any(former_plates))`,
    [parkId, PLATE],
  )
  const spans = rows.flatMap((row) => [
    { from: toInstant(row.start_time), to: toInstant(Math.min(row.end_time, row.cancelled_at ?? row.end_time)) },
    ...row.earlier_periods,
  ])
  return {
    spans: spans.filter(({ from, to }) => from < to),
    paidMinor: rows.reduce((sum, { paid }) => sum + paid, 0),
  }
}

/** One booking of the whole time of each visit. Every hour costs alike, so it may as well begin with the visit. */
function asOneBooking(tariff: Tariff, spans: readonly StaySpan[]): number {
  const costs = visitsOf(spans, tariff.reentryMinutes).map((visit) => {
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
]

test('no sequence of bookings, changes and cancels of a plate at a park costs less than one booking of the time it stood there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TARIFFS),
      fc.array(step, { minLength: 3, maxLength: 12 }),
      async (tariff, steps) => {
        const drivers = [await createDriver(provider), await createDriver(provider)]
        const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 50 })
        await setTariff(provider.deps.db, parkId, { tariff })
        // A whole day's start, so that no cap begins anew on the way.
        const aligned =
          Math.ceil(provider.clock.now() / (24 * 60 * MINUTE_MS)) * 24 * 60 * MINUTE_MS + 12 * 60 * MINUTE_MS
        provider.clock.advance(aligned - provider.clock.now())
        await play({ parkId, drivers, made: [] }, steps)
        const { spans, paidMinor } = await standingOf(parkId)
        expect(paidMinor).toBeGreaterThanOrEqual(asOneBooking(tariff, spans))
      },
    ),
    { numRuns: Number(process.env['SEQUENCES'] ?? 40), timeout: 20_000 },
  )
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
  await play({ parkId, drivers: [driver], made: [] }, steps)
  const { spans, paidMinor } = await standingOf(parkId)
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
    const { data } = (await call(['POST', ''], one, bodyOf(60))) as { data: Booking }
    const newEnd = new Date(Date.parse(data.end_time) + 30 * MINUTE_MS).toISOString()
    const longer = { booking_id: data.booking_id, base_end_time: data.end_time, new_end_time: newEnd, max_price: 1_000 }
    await Promise.all([call(['POST', '/extend'], one, longer), call(['POST', ''], other, bodyOf(155))])
    const { spans, paidMinor } = await standingOf(parkId)
    expect(paidMinor).toBe(asOneBooking(tariff, spans))
  }
})
