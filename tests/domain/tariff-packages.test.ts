import { NO_PREVIOUS_STAY } from '../../src/domain/previous-stay.ts'
import { describe, expect, test } from 'vitest'
import { EVERY_DAY, WEEKDAYS, at, clock, percentTax, priceOf, tariffOf, toronto, windowOf } from './support/tariffs.ts'

describe('packages', () => {
  const earlyBird = {
    kind: 'early_bird',
    amountMinor: 900,
    entry: { days: WEEKDAYS, fromMinute: clock(6), toMinute: clock(9) },
    exit: { days: WEEKDAYS, fromMinute: clock(15), toMinute: clock(19) },
  } as const
  const night = {
    kind: 'night',
    amountMinor: 300,
    entry: { days: EVERY_DAY, fromMinute: clock(18), toMinute: clock(2) },
    exitByMinute: clock(7),
  } as const
  const weekend = {
    kind: 'weekend',
    amountMinor: 2500,
    window: { days: [6, 0], fromMinute: 0, toMinute: 1440 },
  } as const
  const friday = '2026-11-20'

  test('an early bird enters by nine and leaves in the afternoon of the same day', () => {
    const tariff = tariffOf({ packages: [earlyBird] })
    expect(priceOf(tariff, [toronto(8, 30, friday), toronto(17, 0, friday)]).lines.at(-1)).toEqual({
      kind: 'package',
      package: 'early_bird',
      amountMinor: -900,
    })
    expect(priceOf(tariff, [toronto(9, 30, friday), toronto(17, 0, friday)]).totalMinor).toBe(1600)
    expect(priceOf(tariff, [toronto(8, 30, '2026-11-19'), toronto(17, 0, friday)]).totalMinor).toBe(33 * 200)
  })

  test('a package dearer than the meter is not taken', () => {
    const tariff = tariffOf({ packages: [{ ...earlyBird, amountMinor: 9000 }] })
    expect(priceOf(tariff, [toronto(8, 30, friday), toronto(17, 0, friday)]).totalMinor).toBe(1800)
  })

  test('a night ends at the next exit hour, also for who enters after midnight', () => {
    const tariff = tariffOf({ packages: [night] })
    expect(priceOf(tariff, [toronto(19), toronto(7, 0, '2026-11-22')]).totalMinor).toBe(300)
    expect(priceOf(tariff, [toronto(1, 0, '2026-11-22'), toronto(7, 0, '2026-11-22')]).totalMinor).toBe(300)
    expect(priceOf(tariff, [toronto(19), toronto(8, 0, '2026-11-22')]).totalMinor).toBe(2600)
  })

  test('a weekend joins Saturday and Sunday, and Monday is not in it', () => {
    const tariff = tariffOf({ packages: [weekend] })
    expect(priceOf(tariff, [toronto(10), toronto(0, 0, '2026-11-23')]).totalMinor).toBe(2500)
    expect(priceOf(tariff, [toronto(10), toronto(1, 0, '2026-11-23')]).totalMinor).toBe(39 * 200)
  })

  test('an evening holds the whole stay', () => {
    const tariff = tariffOf({
      packages: [
        { kind: 'evening', amountMinor: 300, window: { days: EVERY_DAY, fromMinute: clock(17), toMinute: clock(23) } },
      ],
    })
    expect(priceOf(tariff, [toronto(18), toronto(23)]).totalMinor).toBe(300)
    expect(priceOf(tariff, [toronto(18), toronto(23, 30)]).totalMinor).toBe(1200)
  })

  test('a month is paid per started month of its length', () => {
    const tariff = tariffOf({ packages: [{ kind: 'monthly', amountMinor: 20_000, days: 30 }] })
    expect(priceOf(tariff, [toronto(8), toronto(8, 0, '2026-12-21')]).totalMinor).toBe(20_000)
    expect(priceOf(tariff, [toronto(8), toronto(8, 0, '2026-12-26')]).totalMinor).toBe(40_000)
  })

  test('the cheapest of several is taken', () => {
    const tariff = tariffOf({ packages: [night, { ...night, amountMinor: 250 }] })
    expect(priceOf(tariff, [toronto(19), toronto(23)]).totalMinor).toBe(250)
  })
})

describe('events, free minutes, vehicles, fees', () => {
  test('the meter and the packages rest while an event lasts', () => {
    const event = { fromMs: at(toronto(18)), toMs: at(toronto(23)), amountMinor: 4000 }
    const { lines, totalMinor } = priceOf(tariffOf({ events: [event] }), [toronto(16), toronto(22)])
    expect(lines).toContainEqual({ kind: 'package', package: 'event', amountMinor: 4000 })
    expect(totalMinor).toBe(4400)
    expect(priceOf(tariffOf({ events: [event] }), [toronto(16), toronto(18)]).totalMinor).toBe(400)
  })

  test('the first minutes are free, and units run after them', () => {
    const tariff = tariffOf({ freeFirstMinutes: 15 })
    expect(priceOf(tariff, [toronto(9), toronto(9, 15)]).totalMinor).toBe(0)
    expect(priceOf(tariff, [toronto(9), toronto(10, 15)]).totalMinor).toBe(200)
  })

  test('a stay within the free minutes meets neither a flat price nor an event', () => {
    const event = { fromMs: at(toronto(9)), toMs: at(toronto(23)), amountMinor: 4000 }
    const flat = [windowOf(0, 1440, { kind: 'flat', amountMinor: 800 })]
    expect(priceOf(tariffOf({ freeFirstMinutes: 15, windows: flat }), [toronto(9), toronto(9, 15)]).totalMinor).toBe(0)
    expect(priceOf(tariffOf({ freeFirstMinutes: 15, events: [event] }), [toronto(9), toronto(9, 10)]).totalMinor).toBe(
      0,
    )
  })

  test('a quick return continues the free minutes, a late one begins anew', () => {
    const tariff = tariffOf({ freeFirstMinutes: 30, reentryMinutes: 60 })
    const previousStay = { ...NO_PREVIOUS_STAY, stays: [{ from: at(toronto(8)), to: at(toronto(8, 20)) }] }
    expect(priceOf(tariff, [toronto(9), toronto(9, 20)], { previousStay }).totalMinor).toBe(200)
    expect(priceOf(tariff, [toronto(10), toronto(10, 20)], { previousStay }).totalMinor).toBe(0)
  })

  test('another vehicle type pays its percentage in a line of its own', () => {
    const tariff = tariffOf({ vehiclePercent: { 2: 50, 4: 250 } })
    expect(priceOf(tariff, [toronto(9), toronto(10)], { vehicleType: 2 }).totalMinor).toBe(100)
    expect(priceOf(tariff, [toronto(9), toronto(10)], { vehicleType: 4 }).lines.at(-1)).toEqual({
      kind: 'vehicle',
      percent: 250,
      amountMinor: 300,
    })
    expect(priceOf(tariff, [toronto(9), toronto(10)], { vehicleType: 3 }).totalMinor).toBe(200)
  })

  test('a fee says whether it is taxed', () => {
    const fees = [
      { code: 'service', kind: 'percent', value: 500, taxed: true },
      { code: 'gate', kind: 'flat', value: 30, taxed: false },
    ] as const
    const { lines, totalMinor } = priceOf(tariffOf({ fees }), [toronto(9), toronto(10)], {
      taxes: [percentTax('VAT', 10_000)],
    })
    expect(lines.slice(1)).toEqual([
      { kind: 'fee', code: 'service', amountMinor: 10 },
      { kind: 'fee', code: 'gate', amountMinor: 30 },
      { kind: 'tax', code: 'VAT', name: 'VAT', included: false, amountMinor: 21 },
    ])
    expect(totalMinor).toBe(261)
  })
})
