import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { type Instant, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import {
  findNextSteps,
  freeReasonOf,
  type NextSteps,
  type PriceAt,
  rememberPrices,
} from '../../src/domain/next-step.ts'
import { priceStay } from '../../src/domain/price-stay.ts'
import type { QuoteInput, Tariff } from '../../src/domain/tariff.ts'
import { readImportedParks } from '../contract/support/imported-parks.ts'
import { durationMs, quoteInput, tariff, tariffWithoutPackages } from './support/arbitraries.ts'
import {
  at,
  clock,
  EVERY_DAY,
  greenP,
  perUnit,
  priceOf,
  tariffOf,
  TORONTO,
  toronto,
  windowOf,
} from './support/tariffs.ts'

const STEP_MS = 5 * MINUTE_MS
const DAY_MS = 1440 * MINUTE_MS

const priceAtOf =
  (input: QuoteInput): PriceAt =>
  (to) => {
    const priced = priceStay({ ...input, to })
    return priced.ok ? priced.value.totalMinor : null
  }

const stepsOf = (rules: Tariff, from: string, to: string): NextSteps => {
  const input: QuoteInput = { tariff: rules, taxes: [], vehicleType: 1, from: at(from), to: at(to), zone: TORONTO }
  return findNextSteps(priceAtOf(input), { from: at(from), until: at(to) })
}

/** Checks the steps against the price function at every possible end. */
function expectTrue(
  steps: NextSteps,
  priceAt: PriceAt,
  { from, until }: { readonly from: Instant; readonly until: Instant },
) {
  const now = priceAt(until)
  if (now === null) return expect(steps).toEqual({ free: null, cheaperLater: null, cheaperEarlier: null })
  const priced = (first: number, last: number) => {
    const found: { readonly until: number; readonly totalMinor: number }[] = []
    for (let end = first; end <= last; end += STEP_MS) {
      const totalMinor = priceAt(toInstant(end))
      if (totalMinor !== null) found.push({ until: end, totalMinor })
    }
    return found
  }
  const later = priced(until + STEP_MS, until + DAY_MS)
  expect(steps.free).toEqual(later.findLast(({ totalMinor }) => totalMinor <= now) ?? null)
  expect(steps.cheaperLater).toEqual(later.find(({ totalMinor }) => totalMinor < now) ?? null)
  const earlier = priced(from + STEP_MS - ((from - until) % STEP_MS), until - STEP_MS)
  expect(steps.cheaperEarlier).toEqual(earlier.findLast(({ totalMinor }) => totalMinor < now) ?? null)
  return undefined
}

describe('the next step', () => {
  test('the rest of a started half hour costs nothing', () => {
    const steps = stepsOf(greenP, toronto(9), toronto(9, 40))
    expect(steps.free).toEqual({ until: at(toronto(10)), totalMinor: 600 })
    expect(steps.cheaperEarlier).toEqual({ until: at(toronto(9, 30)), totalMinor: 300 })
    expect(steps.cheaperLater).toBeNull()
  })

  test('a full half hour has nothing free after it', () => {
    expect(stepsOf(greenP, toronto(9), toronto(10))).toEqual({
      free: null,
      cheaperLater: null,
      cheaperEarlier: { until: at(toronto(9, 30)), totalMinor: 300 },
    })
  })

  test('under the day maximum all the rest of the day costs nothing more', () => {
    const steps = stepsOf(greenP, toronto(9), toronto(12))
    expect(steps.free).toEqual({ until: at(toronto(18)), totalMinor: 1_400 })
    expect(freeReasonOf(priceOf(greenP, [toronto(9), toronto(12)]), priceOf(greenP, [toronto(9), toronto(18)]))).toBe(
      'day_maximum',
    )
    expect(freeReasonOf(priceOf(greenP, [toronto(19), toronto(21)]), priceOf(greenP, [toronto(19), toronto(23)]))).toBe(
      'night_maximum',
    )
    expect(
      freeReasonOf(priceOf(greenP, [toronto(9), toronto(9, 40)]), priceOf(greenP, [toronto(9), toronto(10)])),
    ).toBe('started')
  })

  test('a day cap and a rolling maximum are named', () => {
    const capped = tariffOf({ caps: [{ kind: 'day', amountMinor: 500, startsAtMinute: 0 }] })
    expect(stepsOf(capped, toronto(9), toronto(12)).free?.until).toBe(at(toronto(0, 0, '2026-11-22')))
    expect(freeReasonOf(priceOf(capped, [toronto(9), toronto(12)]), priceOf(capped, [toronto(9), toronto(20)]))).toBe(
      'day_maximum',
    )
    const rolling = tariffOf({ caps: [{ kind: 'rolling', amountMinor: 500, hours: 12 }] })
    expect(freeReasonOf(priceOf(rolling, [toronto(9), toronto(12)]), priceOf(rolling, [toronto(9), toronto(20)]))).toBe(
      'maximum',
    )
  })

  const earlyBird = tariffOf({
    packages: [
      {
        kind: 'early_bird',
        amountMinor: 700,
        entry: { days: EVERY_DAY, fromMinute: clock(6), toMinute: clock(9) },
        exit: { days: EVERY_DAY, fromMinute: clock(15), toMinute: clock(18) },
      },
    ],
  })

  test('an early bird is cheaper later: the price falls where its exit begins and rises where it ends', () => {
    const steps = stepsOf(earlyBird, toronto(8), toronto(14))
    expect(steps.cheaperLater).toEqual({ until: at(toronto(15)), totalMinor: 700 })
    expect(steps.free).toEqual({ until: at(toronto(18)), totalMinor: 700 })
    expect(steps.cheaperEarlier).toEqual({ until: at(toronto(13)), totalMinor: 1_000 })
    // Within the early bird's exit times a later end costs nothing more, and only an end before the meter reaches its
    // price costs less.
    expect(stepsOf(earlyBird, toronto(8), toronto(16))).toEqual({
      free: { until: at(toronto(18)), totalMinor: 700 },
      cheaperLater: null,
      cheaperEarlier: { until: at(toronto(11)), totalMinor: 600 },
    })
    expect(
      freeReasonOf(priceOf(earlyBird, [toronto(8), toronto(14)]), priceOf(earlyBird, [toronto(8), toronto(18)])),
    ).toBe('package')
    // A stay that starts too late for the early bird is not offered it.
    expect(stepsOf(earlyBird, toronto(9, 5), toronto(14)).cheaperLater).toBeNull()
  })

  test('an evening flat is free to its end, and not beyond', () => {
    const evening = tariffOf({
      packages: [
        {
          kind: 'evening',
          amountMinor: 500,
          window: { days: EVERY_DAY, fromMinute: clock(18), toMinute: clock(24) },
        },
      ],
    })
    const steps = stepsOf(evening, toronto(18), toronto(22))
    expect(steps.free).toEqual({ until: at(toronto(0, 0, '2026-11-22')), totalMinor: 500 })
    expect(steps.cheaperEarlier).toEqual({ until: at(toronto(20)), totalMinor: 400 })
  })

  test('free minutes are free to their last, and their reason is told', () => {
    const free = tariffOf({ freeFirstMinutes: 30 })
    expect(stepsOf(free, toronto(9), toronto(9, 10)).free).toEqual({ until: at(toronto(9, 30)), totalMinor: 0 })
    expect(stepsOf(free, toronto(9), toronto(9, 35)).cheaperEarlier).toEqual({
      until: at(toronto(9, 30)),
      totalMinor: 0,
    })
    expect(freeReasonOf(priceOf(free, [toronto(9), toronto(9, 10)]), priceOf(free, [toronto(9), toronto(9, 30)]))).toBe(
      'free',
    )
  })

  test('nothing is offered beyond the longest stay, after closing, or for a stay that has no price', () => {
    const short = tariffOf({ maximumStayMinutes: 120, caps: [{ kind: 'day', amountMinor: 200, startsAtMinute: 0 }] })
    expect(stepsOf(short, toronto(9), toronto(10)).free?.until).toBe(at(toronto(11)))
    const closing = tariffOf({ windows: [windowOf(clock(6), clock(17), perUnit(200, 400))] })
    expect(stepsOf(closing, toronto(9), toronto(12)).free?.until).toBe(at(toronto(17)))
    expect(stepsOf(closing, toronto(16), toronto(19))).toEqual({ free: null, cheaperLater: null, cheaperEarlier: null })
    const minimum = tariffOf({ minimumStayMinutes: 60, unitMinutes: 15 })
    expect(stepsOf(minimum, toronto(9), toronto(10)).cheaperEarlier).toBeNull()
  })

  test('an end is asked for once', () => {
    const asked: number[] = []
    const priceAt = rememberPrices((until) => {
      asked.push(until)
      return until % 2 === 0 ? null : 1
    })
    expect([1, 2, 1, 2].map((until) => priceAt(toInstant(until)))).toEqual([1, null, 1, null])
    expect(asked).toEqual([1, 2])
  })
})

test('any tariff: the steps say what the price function says at every end, whatever falls and rises between', () => {
  fc.assert(
    fc.property(quoteInput(tariff), (input) => {
      const priceAt = rememberPrices(priceAtOf(input))
      const stay = { from: input.from, until: input.to }
      expectTrue(findNextSteps(priceAt, stay), priceAtOf(input), stay)
    }),
    { numRuns: 40 },
  )
})

test('any tariff without packages: a few ends tell of all', () => {
  fc.assert(
    fc.property(quoteInput(tariffWithoutPackages), (input) => {
      const priceAt = rememberPrices(priceAtOf(input))
      const stay = { from: input.from, until: input.to }
      expect(findNextSteps(priceAt, { ...stay, neverFalls: true })).toEqual(findNextSteps(priceAt, stay))
    }),
    { numRuns: 60 },
  )
})

test('every car park of the data: the steps hold, weekdays, weekends and when the clock changes', async () => {
  const parks = [...(await readImportedParks(true)), ...(await readImportedParks(false))]
  const byRate = new Map(parks.map((park) => [`${park.rate.tariff.version} ${park.timezone}`, park]))
  expect(byRate.size).toBeGreaterThan(150)
  const starts = ['2026-11-23T14:00:00Z', '2026-11-27T22:30:00Z', '2026-03-08T03:20:00Z', '2026-10-31T23:05:00Z']
  let offered = 0
  for (const [index, park] of [...byRate.values()].entries()) {
    const from = at(starts[index % starts.length] ?? '')
    const length = fc.sample(durationMs, { seed: index, numRuns: 1 })[0] ?? STEP_MS
    const until = toInstant(from + (length % DAY_MS) + STEP_MS)
    const input: QuoteInput = {
      ...{ tariff: tariffFromWire(park.rate.tariff), taxes: park.rate.taxes.map(taxFromWire) },
      ...{ vehicleType: 1, from, to: until, zone: park.timezone },
    }
    const priceAt = rememberPrices(priceAtOf(input))
    const steps = findNextSteps(priceAt, { from, until })
    if (input.tariff.packages.length === 0)
      expect(findNextSteps(priceAt, { from, until, neverFalls: true }), park.name).toEqual(steps)
    expectTrue(steps, priceAt, { from, until })
    if (steps.free !== null) offered += 1
  }
  expect(offered).toBeGreaterThan(50)
})
