import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, toInstant } from '../../src/domain/instant.ts'
import { parseOpeningHours } from '../../src/domain/opening-hours.ts'
import { priceStay } from '../../src/domain/price-stay.ts'
import type { Package, RateWindow, Tariff } from '../../src/domain/tariff.ts'
import { checkTariff, findUnpricedHour } from '../../src/domain/tariff-check.ts'
import type { TariffProblem, TariffToCheck } from '../../src/domain/tariff-problem.ts'
import { zonedParts } from '../../src/domain/zone.ts'
import {
  at,
  clock,
  EVERY_DAY,
  greenP,
  HST_INCLUDED,
  onDays,
  perUnit,
  tariffOf,
  toronto,
  TORONTO,
  WEEKDAYS,
  windowOf,
} from './support/tariffs.ts'

/** A Monday in Toronto. */
const MONDAY = at(toronto(9, 0, '2026-11-23'))
const asked = (tariff: Tariff, changes: Partial<TariffToCheck> = {}): TariffToCheck => ({
  ...{ tariff, taxes: [HST_INCLUDED], zone: TORONTO, startsMs: MONDAY, hours: null },
  before: { tariff: greenP, taxes: [HST_INCLUDED] },
  ...changes,
})
const check = (tariff: Tariff, changes: Partial<TariffToCheck> = {}) => checkTariff(asked(tariff, changes))
const faultsOf = (problems: readonly TariffProblem[]) =>
  problems.map(({ fault, place }) => (place === null ? fault : `${fault} ${place.list} ${String(place.index)}`))
const only = (problems: readonly TariffProblem[]): TariffProblem => {
  const [first] = problems
  if (first === undefined || problems.length > 1) throw new Error(`Not one problem: ${faultsOf(problems).join(', ')}`)
  return first
}
/** A stay as weekdays and minutes after midnight in Toronto. */
const when = ({ stay: { from, to } }: TariffProblem) => {
  const [a, b] = [zonedParts(from, TORONTO), zonedParts(to, TORONTO)]
  return [a.weekday, a.hour * 60 + a.minute, b.weekday, b.hour * 60 + b.minute]
}

const day = windowOf(clock(7), clock(18), perUnit(300))
const night = windowOf(clock(18), clock(7), perUnit(100))
const earlyBird: Package = {
  ...{ kind: 'early_bird', amountMinor: 900 },
  entry: { days: WEEKDAYS, fromMinute: clock(6), toMinute: clock(9) },
  exit: { days: WEEKDAYS, fromMinute: clock(15), toMinute: clock(19) },
}

describe('tariffs as they should be', () => {
  test.each<[string, Tariff]>([
    ['one price at all hours', tariffOf()],
    ['a sign of Toronto', greenP],
    ['day and night', tariffOf({ windows: [day, night] })],
    ['an early bird', tariffOf({ windows: [day, night], packages: [earlyBird] })],
    [
      'the first hour free, then dearer by the hour',
      tariffOf({ freeFirstMinutes: 60, caps: [{ kind: 'day', amountMinor: 900, startsAtMinute: 0 }] }),
    ],
    [
      'a night price',
      tariffOf({
        packages: [
          {
            ...{ kind: 'night', amountMinor: 500, exitByMinute: clock(8) },
            entry: { days: EVERY_DAY, fromMinute: clock(18), toMinute: 1_440 },
          },
        ],
      }),
    ],
    [
      'a weekend price over both days',
      tariffOf({
        packages: [{ kind: 'weekend', amountMinor: 900, window: { days: [0, 6], fromMinute: 0, toMinute: 1_440 } }],
      }),
    ],
    [
      'cheaper later hours',
      tariffOf({
        windows: [
          windowOf(0, 1_440, {
            kind: 'unit',
            tiers: [
              { fromUnit: 0, unitPriceMinor: 500 },
              { fromUnit: 4, unitPriceMinor: 100 },
            ],
          }),
        ],
      }),
    ],
  ])('%s has no problem', (_name, tariff) => {
    expect(faultsOf(check(tariff))).toEqual([])
  })

  test('hours in which the car park is closed need no price', () => {
    const windows = [onDays(WEEKDAYS, windowOf(clock(6), clock(22), perUnit(300)))]
    expect(faultsOf(check(tariffOf({ windows }), { hours: parseOpeningHours('Mo-Fr 06:00-22:00') }))).toEqual([])
    expect(faultsOf(check(tariffOf({ windows }), { hours: parseOpeningHours('Mo-Sa 06:00-22:00') }))).toEqual(['hole'])
  })

  test('opening hours may add only hours that have a price; what had none before is not their fault', () => {
    const tariff = tariffOf({ windows: [onDays(WEEKDAYS, windowOf(clock(6), clock(22), perUnit(300)))] })
    const find = (hours: string, now: string | null) => {
      const [wanted, openNow] = [parseOpeningHours(hours) ?? [], now === null ? null : parseOpeningHours(now)]
      return findUnpricedHour({ ...asked(tariff), hours: wanted, openNow })
    }
    expect(find('Mo-Fr 07:00-22:00', 'Mo-Fr 06:00-22:00')).toBeUndefined()
    expect(find('Mo-Fr 06:00-23:00', 'Mo-Sa 06:00-23:00')).toBeUndefined()
    const late = find('Mo-Fr 06:00-23:00', 'Mo-Fr 06:00-20:00')
    expect(late?.stay).toMatchObject({ totalMinor: null, beforeMinor: null })
    expect(late && when(late)).toEqual([1, clock(22), 1, clock(23)])
    const unknown = find('24/7', null)
    expect(unknown && when(unknown)).toEqual([1, 0, 1, clock(1)])
  })

  test('a stay that an early bird makes cheaper than a shorter one is no fall: the domain says the cheapest package wins', () => {
    const tariff = tariffOf({ windows: [windowOf(0, 1_440, perUnit(300))], packages: [earlyBird] })
    const stay = (hour: number) =>
      priceStay({
        tariff,
        taxes: [],
        vehicleType: 1,
        zone: TORONTO,
        from: at(toronto(7, 0, '2026-11-23')),
        to: at(toronto(hour, 0, '2026-11-23')),
      })
    expect([stay(14), stay(16)]).toMatchObject([{ value: { totalMinor: 2_100 } }, { value: { totalMinor: 900 } }])
    expect(check(tariff)).toEqual([])
  })
})

describe('what a cheat would find', () => {
  test('an hour without a price is shown by the stay that nobody could book, beside what it costs now', () => {
    const problem = only(check(tariffOf({ windows: [day, windowOf(clock(19), clock(7), perUnit(100))] })))
    expect(problem.fault).toBe('hole')
    expect(when(problem)).toEqual([1, clock(18), 1, clock(19)])
    expect(problem.stay).toMatchObject({ totalMinor: null, beforeMinor: 600 })
  })

  test('a hole of one day of the week is found, and a tariff without any window', () => {
    const windows = [onDays([1, 2, 3, 4, 5, 6], windowOf(0, 1_440, perUnit(200)))]
    expect(when(only(check(tariffOf({ windows }))))).toEqual([0, 0, 0, 60])
    expect(only(check(tariffOf({ windows: [] }))).fault).toBe('hole')
  })

  test('two windows over the same time are shown by what each would ask', () => {
    const problem = only(check(tariffOf({ windows: [windowOf(clock(7), clock(19), perUnit(300)), night] })))
    expect(faultsOf([problem])).toEqual(['overlap windows 1'])
    expect(when(problem)).toEqual([1, clock(18), 1, clock(19)])
    expect([problem.stay.totalMinor, problem.other?.totalMinor]).toEqual([300, 100])
  })

  test('a window that runs past midnight overlaps the next morning’s', () => {
    const windows = [windowOf(0, clock(18), perUnit(300)), onDays([0], windowOf(clock(18), clock(2), perUnit(100)))]
    const full = [...windows, onDays([1, 2, 3, 4, 5, 6], windowOf(clock(18), 1_440, perUnit(200)))]
    expect(when(only(check(tariffOf({ windows: full }))))).toEqual([1, 0, 1, 60])
  })

  test('a negative step is shown by the stay that reaches it, beside the shorter and dearer one', () => {
    const tiers = [
      { fromUnit: 1, unitPriceMinor: 500 },
      { fromUnit: 3, unitPriceMinor: -200 },
    ]
    const problem = only(check(tariffOf({ windows: [windowOf(0, 1_440, { kind: 'unit', tiers })] })))
    expect(faultsOf([problem])).toEqual(['negative windows 0'])
    expect(when(problem)).toEqual([1, 0, 1, 180])
    expect([problem.stay.totalMinor, problem.other?.totalMinor]).toEqual([800, 1_000])
  })

  test.each<[string, Partial<Tariff>]>([
    ['negative windows 0', { windows: [windowOf(0, 1_440, { kind: 'flat', amountMinor: -1 })] }],
    ['negative windows 0', { windows: [windowOf(0, 1_440, perUnit(200, -1))] }],
    ['negative caps 0', { caps: [{ kind: 'day', amountMinor: -5, startsAtMinute: 0 }] }],
    ['negative packages 0', { packages: [{ ...earlyBird, amountMinor: -5 }] }],
    ['negative', { vehiclePercent: { 2: -50 } }],
    ['maximum_below_step windows 0', { windows: [windowOf(0, 1_440, perUnit(200, 150))] }],
    ['maximum_below_step caps 0', { caps: [{ kind: 'day', amountMinor: 199, startsAtMinute: 0 }] }],
    ['maximum_below_step caps 0', { caps: [{ kind: 'rolling', amountMinor: 100, hours: 12 }] }],
    ['maximum_below_step caps 0', { caps: [{ kind: 'day', amountMinor: 199, startsAtMinute: 0, days: [6] }] }],
    [
      'maximum_below_step caps 1',
      {
        caps: [
          { kind: 'day', amountMinor: 900, startsAtMinute: 0, days: WEEKDAYS },
          { kind: 'day', amountMinor: 199, startsAtMinute: 0, days: [0, 6] },
        ],
      },
    ],
    ['stay_bounds', { minimumStayMinutes: 120, maximumStayMinutes: 60 }],
    ['package_never packages 0', { packages: [{ ...earlyBird, amountMinor: 90_000 }] }],
  ])('%s', (fault, changes) => {
    const problem = only(check(tariffOf(changes)))
    expect(faultsOf([problem])).toEqual([fault])
    expect(problem.stay.to).toBeGreaterThan(problem.stay.from)
  })

  test('steps that do not follow each other, or begin late, are shown by the stay that ends at them', () => {
    const stepped = (...from: number[]) =>
      faultsOf(
        check(
          tariffOf({
            windows: [
              windowOf(0, 1_440, { kind: 'unit', tiers: from.map((fromUnit) => ({ fromUnit, unitPriceMinor: 100 })) }),
            ],
          }),
        ),
      )
    for (const wrong of [[1, 5, 3], [1, 3, 3], [2], [0, 1], []])
      expect(stepped(...wrong)).toEqual(['steps_out_of_order windows 0'])
    for (const right of [[0], [1], [0, 2], [1, 3, 5]]) expect(stepped(...right)).toEqual([])
  })

  test('packages that contradict: the dearer of two for the same times, and an exit that is over before the entry', () => {
    const windows = [day, night]
    expect(faultsOf(check(tariffOf({ windows, packages: [earlyBird, { ...earlyBird, amountMinor: 1_000 }] })))).toEqual(
      ['package_never packages 1'],
    )
    const over: Package = { ...earlyBird, exit: { days: WEEKDAYS, fromMinute: clock(3), toMinute: clock(5) } }
    expect(faultsOf(check(tariffOf({ windows, packages: [over] })))).toEqual(['package_never packages 0'])
    const otherDay: Package = { ...earlyBird, exit: { ...earlyBird.exit, days: [0] } }
    expect(faultsOf(check(tariffOf({ windows, packages: [otherDay] })))).toEqual(['package_never packages 0'])
  })

  test('a package whose entry begins before the car park opens is judged by the stays that can be', () => {
    const windows = [onDays(WEEKDAYS, windowOf(clock(7), clock(18), perUnit(300)))]
    expect(
      faultsOf(check(tariffOf({ windows, packages: [earlyBird] }), { hours: parseOpeningHours('Mo-Fr 07:00-18:00') })),
    ).toEqual([])
  })
})

/** Windows that split the day at random minutes, on all days, each with its own price. */
const tiled = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1_439 }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([cuts, prices]): RateWindow[] => {
    const edges = [0, ...cuts.toSorted((a, b) => a - b), 1_440]
    return edges.slice(1).map((to, index) => windowOf(edges[index] ?? 0, to, perUnit(prices[index] ?? 0)))
  })

test('however a day is cut into windows it is whole; taking one away is a hole there, and making one longer an overlap', () => {
  fc.assert(
    fc.property(tiled, fc.nat(), fc.constantFrom(15, 20, 30, 60), (windows, pick, unitMinutes) => {
      expect(check(tariffOf({ windows, unitMinutes }))).toEqual([])
      const index = pick % windows.length
      const gone = only(check(tariffOf({ unitMinutes, windows: windows.filter((_, at) => at !== index) })))
      expect([gone.fault, gone.stay.totalMinor]).toEqual(['hole', null])
      expect(when(gone)[1]).toBe(windows[index]?.fromMinute)
      const longer = windows.map((window, at) => (at === 0 ? { ...window, toMinute: window.toMinute + 1 } : window))
      if ((windows[0]?.toMinute ?? 0) < 1_440)
        expect(faultsOf(check(tariffOf({ unitMinutes, windows: longer })))).toEqual(['overlap windows 1'])
    }),
    { numRuns: 40 },
  )
})

test('a tariff without problems sells every hour of the week, never for less than nothing nor less for longer', () => {
  fc.assert(
    fc.property(
      tiled,
      fc.tuple(fc.integer({ min: 0, max: 167 }), fc.integer({ min: 1, max: 48 })),
      fc.integer({ min: 900, max: 4_000 }),
      (windows, [hour, hours], amountMinor) => {
        const tariff = tariffOf({ windows, caps: [{ kind: 'day', amountMinor, startsAtMinute: 0 }] })
        expect(check(tariff)).toEqual([])
        const from = toInstant(MONDAY + hour * HOUR_MS)
        const at = (long: number) => {
          const priced = priceStay({
            tariff,
            taxes: [],
            vehicleType: 1,
            zone: TORONTO,
            from,
            to: toInstant(from + long * HOUR_MS),
          })
          return priced.ok ? priced.value.totalMinor : Number.NaN
        }
        expect(at(hours)).toBeGreaterThanOrEqual(0)
        expect(at(hours + 1)).toBeGreaterThanOrEqual(at(hours))
      },
    ),
    { numRuns: 40 },
  )
})

test('sequences of edits: whatever was broken last is named, and mending it leaves nothing', () => {
  const breaks: ReadonlyArray<readonly [string, (tariff: Tariff) => Tariff]> = [
    ['hole', (one) => ({ ...one, windows: one.windows.slice(1) })],
    ['overlap', (one) => ({ ...one, windows: [...one.windows, onDays([3], windowOf(0, 1_440, perUnit(900)))] })],
    ['negative', (one) => ({ ...one, packages: [...one.packages, { kind: 'monthly', amountMinor: -1, days: 30 }] })],
    ['stay_bounds', (one) => ({ ...one, minimumStayMinutes: 90, maximumStayMinutes: 60 })],
  ]
  fc.assert(
    fc.property(tiled, fc.subarray([...breaks.keys()], { minLength: 1 }), (windows, chosen) => {
      const whole = tariffOf({ windows })
      const broken = chosen.reduce((one, index) => breaks[index]?.[1](one) ?? one, whole)
      const found = new Set(check(broken).map(({ fault }) => fault))
      for (const index of chosen) expect(found).toContain(breaks[index]?.[0])
      expect(check(whole)).toEqual([])
    }),
    { numRuns: 40 },
  )
})
