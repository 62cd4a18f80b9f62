import fc from 'fast-check'
import { MINUTE_MS, toInstant, type Instant } from '../../../src/domain/instant.ts'
import type {
  Cap,
  DailyWindow,
  Fee,
  Package,
  QuoteInput,
  RateWindow,
  Tariff,
  Tax,
  Weekday,
  WindowPrice,
} from '../../../src/domain/tariff.ts'
import { NEW_YORK, TORONTO, at } from './tariffs.ts'

const price = fc.integer({ min: 0, max: 5_000 })
const minuteOfDay = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15)
const days = fc.subarray([0, 1, 2, 3, 4, 5, 6] as Weekday[], { minLength: 1 })

const dailyWindow: fc.Arbitrary<DailyWindow> = fc.record({ days, fromMinute: minuteOfDay, toMinute: minuteOfDay })

const unitPrice: fc.Arbitrary<WindowPrice> = fc
  .record({
    first: price,
    second: fc.option(fc.record({ fromUnit: fc.integer({ min: 2, max: 8 }), unitPriceMinor: price })),
    maximum: fc.option(price),
  })
  .map(({ first, second, maximum }) => ({
    kind: 'unit',
    tiers: [{ fromUnit: 1, unitPriceMinor: first }, ...(second === null ? [] : [second])],
    ...(maximum === null ? {} : { maximumMinor: maximum }),
  }))

const windowPrice: fc.Arbitrary<WindowPrice> = fc.oneof(
  { weight: 5, arbitrary: unitPrice },
  { weight: 2, arbitrary: price.map((amountMinor): WindowPrice => ({ kind: 'flat', amountMinor })) },
  { weight: 1, arbitrary: fc.constant<WindowPrice>({ kind: 'free' }) },
)

const rateWindow: fc.Arbitrary<RateWindow> = fc
  .tuple(dailyWindow, windowPrice)
  .map(([window, windowed]) => ({ ...window, price: windowed }))

const cap: fc.Arbitrary<Cap> = fc.oneof(
  fc.record({ kind: fc.constant('day' as const), amountMinor: price, startsAtMinute: minuteOfDay }),
  fc.record({ kind: fc.constant('rolling' as const), amountMinor: price, hours: fc.constantFrom(12, 24) }),
)

const packageOf: fc.Arbitrary<Package> = fc.oneof(
  fc.record({ kind: fc.constant('early_bird' as const), amountMinor: price, entry: dailyWindow, exit: dailyWindow }),
  fc.record({ kind: fc.constant('night' as const), amountMinor: price, entry: dailyWindow, exitByMinute: minuteOfDay }),
  fc.record({ kind: fc.constant('evening' as const), amountMinor: price, window: dailyWindow }),
  fc.record({ kind: fc.constant('weekend' as const), amountMinor: price, window: dailyWindow }),
  fc.record({ kind: fc.constant('monthly' as const), amountMinor: price, days: fc.integer({ min: 1, max: 31 }) }),
)

const fee: fc.Arbitrary<Fee> = fc.record({
  code: fc.constant('service'),
  kind: fc.constantFrom('flat' as const, 'percent' as const),
  value: fc.integer({ min: 0, max: 2_000 }),
  taxed: fc.boolean(),
})

export const tax: fc.Arbitrary<Tax> = fc
  .record({
    code: fc.constantFrom('A', 'B'),
    name: fc.constant('Tax'),
    kind: fc.constantFrom('percent' as const, 'percent' as const, 'flat' as const),
    value: fc.integer({ min: 0, max: 24_000 }),
    compound: fc.boolean(),
    included: fc.boolean(),
    fromMs: fc.constant(null),
    toMs: fc.constant(null),
  })
  .map((made) => (made.kind === 'flat' ? { ...made, value: made.value % 300 } : made))

const base = {
  version: fc.constant('v'),
  currency: fc.constantFrom('NGN' as const, 'XOF' as const, 'USD' as const, 'CAD' as const),
  unitMinutes: fc.constantFrom(15, 20, 30, 60),
  windows: fc.array(rateWindow, { maxLength: 4 }),
  caps: fc.array(cap, { maxLength: 2 }),
  events: fc.constant([]),
  fees: fc.array(fee, { maxLength: 2 }),
  freeFirstMinutes: fc.constantFrom(0, 0, 10, 30),
  minimumStayMinutes: fc.constant(0),
  maximumStayMinutes: fc.constant(null),
  reentryMinutes: fc.constant(0),
  vehiclePercent: fc.constantFrom({}, { 1: 50 }, { 1: 133 }),
  demo: fc.boolean(),
}

export const tariff: fc.Arbitrary<Tariff> = fc.record({ ...base, packages: fc.array(packageOf, { maxLength: 3 }) })
export const tariffWithoutPackages: fc.Arbitrary<Tariff> = fc.record({ ...base, packages: fc.constant([]) })

/** The hours around each clock change in Toronto and New York, spring and autumn, and an ordinary week. */
const ANCHORS = [
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
  '2027-03-14T07:00:00Z',
  '2027-11-07T06:00:00Z',
  '2026-08-12T16:00:00Z',
].map(at)

export const instant: fc.Arbitrary<Instant> = fc
  .tuple(fc.constantFrom(...ANCHORS), fc.integer({ min: -1_500, max: 1_500 }))
  .map(([anchor, minutes]) => toInstant(anchor + minutes * MINUTE_MS))

/** 5 minutes to 4 days. */
export const durationMs: fc.Arbitrary<number> = fc.integer({ min: 1, max: 1_152 }).map((steps) => steps * 5 * MINUTE_MS)

export const zone = fc.constantFrom(TORONTO, NEW_YORK, 'Africa/Lagos')

export const quoteInput = (
  tariffs: fc.Arbitrary<Tariff>,
  taxes: fc.Arbitrary<Tax[]> = fc.array(tax, { maxLength: 3 }),
): fc.Arbitrary<QuoteInput> =>
  fc
    .record({ tariff: tariffs, taxes, from: instant, duration: durationMs, zone, now: instant })
    .map(({ duration, ...input }) => ({ ...input, vehicleType: 1, to: toInstant(input.from + duration) }))
