import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { quote } from '../../src/domain/tariff.ts'
import {
  EVERY_DAY,
  HST_INCLUDED,
  NEW_YORK,
  WEEKDAYS,
  at,
  clock,
  greenP,
  onDays,
  percentTax,
  perUnit,
  priceOf,
  tariffOf,
  windowOf,
} from './support/tariffs.ts'

const NOV_21 = '2026-11-21'
/** Toronto's standard time is UTC-5. */
const toronto = (hour: number, minute = 0, day = NOV_21): string =>
  `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00-05:00`

describe('a Toronto Green P car park', () => {
  test('charges 14.00 for 14:30 to 18:00 with 1.61 of HST inside', () => {
    const { lines, totalMinor } = priceOf(greenP, [toronto(14, 30), toronto(18)], { taxes: [HST_INCLUDED] })
    expect(lines).toEqual([
      { kind: 'units', units: 7, unitMinutes: 30, unitPriceMinor: 300, amountMinor: 2100 },
      { kind: 'maximum', fromMinute: 420, toMinute: 1080, amountMinor: -700 },
      { kind: 'tax', code: 'HST', name: 'HST', included: true, amountMinor: 161 },
    ])
    expect(totalMinor).toBe(1400)
  })

  test('starts the night maximum at 18:00', () => {
    const { lines, totalMinor } = priceOf(greenP, [toronto(14, 30), toronto(23)])
    expect(totalMinor).toBe(2000)
    expect(lines.filter((line) => line.kind === 'maximum').map((line) => line.amountMinor)).toEqual([-700, -2400])
  })

  test('counts one night from 18:00 to 07:00 across midnight', () => {
    expect(priceOf(greenP, [toronto(20), toronto(7, 0, '2026-11-22')]).totalMinor).toBe(600)
  })

  test('counts each day and each night anew', () => {
    expect(priceOf(greenP, [toronto(7), toronto(7, 0, '2026-11-24')]).totalMinor).toBe(3 * 2000)
  })

  test('does not make two units of one that crosses 18:00', () => {
    expect(priceOf(greenP, [toronto(17, 45), toronto(18, 15)]).lines).toEqual([
      { kind: 'units', units: 1, unitMinutes: 30, unitPriceMinor: 300, amountMinor: 300 },
    ])
  })
})

describe('windows', () => {
  test('a started unit is a full unit', () => {
    expect(priceOf(tariffOf(), [toronto(9), toronto(10, 5)]).totalMinor).toBe(400)
  })

  test('the first window that covers an instant applies', () => {
    const tariff = tariffOf({
      windows: [windowOf(clock(12), clock(13), { kind: 'free' }), windowOf(0, 1440, perUnit(200))],
    })
    expect(priceOf(tariff, [toronto(11), toronto(14)]).lines).toEqual([
      { kind: 'units', units: 2, unitMinutes: 60, unitPriceMinor: 200, amountMinor: 400 },
      { kind: 'free', minutes: 60, amountMinor: 0 },
    ])
  })

  test('an interrupted window keeps its maximum', () => {
    const tariff = tariffOf({
      windows: [windowOf(clock(12), clock(13), { kind: 'free' }), windowOf(clock(8), clock(18), perUnit(200, 500))],
    })
    expect(priceOf(tariff, [toronto(10), toronto(15)]).totalMinor).toBe(500)
  })

  test('tiers count the units of one opening', () => {
    const tiers = [
      { fromUnit: 1, unitPriceMinor: 500 },
      { fromUnit: 3, unitPriceMinor: 100 },
    ]
    const tariff = tariffOf({ windows: [windowOf(0, 1440, { kind: 'unit', tiers })] })
    expect(priceOf(tariff, [toronto(8), toronto(12)]).totalMinor).toBe(1200)
    expect(priceOf(tariff, [toronto(22), toronto(2, 0, '2026-11-22')]).totalMinor).toBe(2000)
  })

  test('a flat window is charged once per opening that the stay touches', () => {
    const tariff = tariffOf({
      windows: [windowOf(0, clock(6), { kind: 'flat', amountMinor: 800 }), windowOf(clock(6), 1440, perUnit(175, 800))],
    })
    expect(priceOf(tariff, [toronto(5), toronto(7)]).totalMinor).toBe(975)
    expect(priceOf(tariff, [toronto(5), toronto(1, 0, '2026-11-23')]).totalMinor).toBe(3 * 800 + 2 * 800)
  })

  test('a Friday night belongs to Friday after midnight too', () => {
    const tariff = tariffOf({ windows: [onDays([5], windowOf(clock(18), clock(7), perUnit(100)))] })
    // 2026-11-20 is a Friday.
    expect(priceOf(tariff, [toronto(0, 0, '2026-11-21'), toronto(6, 0, '2026-11-21')]).totalMinor).toBe(600)
    expect(priceOf(tariff, [toronto(0, 0, '2026-11-20'), toronto(6, 0, '2026-11-20')]).totalMinor).toBe(0)
  })

  test('hours outside every window are free', () => {
    const tariff = tariffOf({ windows: [onDays(WEEKDAYS, windowOf(clock(8), clock(18), perUnit(200)))] })
    expect(priceOf(tariff, [toronto(10), toronto(12)]).lines).toEqual([{ kind: 'free', minutes: 120, amountMinor: 0 }])
  })
})

describe('caps', () => {
  test('a day cap begins anew at its own hour', () => {
    const tariff = tariffOf({ caps: [{ kind: 'day', amountMinor: 1000, startsAtMinute: clock(6) }] })
    expect(priceOf(tariff, [toronto(0), toronto(12)]).totalMinor).toBe(2000)
    expect(priceOf(tariff, [toronto(6), toronto(6, 0, '2026-11-22')]).totalMinor).toBe(1000)
  })

  test('a day cap may hold on some days only', () => {
    const tariff = tariffOf({ caps: [{ kind: 'day', amountMinor: 1000, startsAtMinute: 0, days: [0] }] })
    expect(priceOf(tariff, [toronto(0), toronto(0, 0, '2026-11-22')]).totalMinor).toBe(4800)
    expect(priceOf(tariff, [toronto(0, 0, '2026-11-22'), toronto(0, 0, '2026-11-23')]).totalMinor).toBe(1000)
  })

  test('a rolling cap runs from the entry', () => {
    const tariff = tariffOf({ caps: [{ kind: 'rolling', amountMinor: 500, hours: 24 }] })
    const { lines, totalMinor } = priceOf(tariff, [toronto(15), toronto(16, 0, '2026-11-22')])
    expect(totalMinor).toBe(700)
    expect(lines.at(-1)).toEqual({ kind: 'cap', cap: 'rolling', hours: 24, amountMinor: -4300 })
  })

  test('the tightest of two caps holds', () => {
    const tariff = tariffOf({
      caps: [
        { kind: 'day', amountMinor: 1000, startsAtMinute: 0 },
        { kind: 'rolling', amountMinor: 700, hours: 12 },
      ],
    })
    expect(priceOf(tariff, [toronto(0), toronto(12)]).totalMinor).toBe(700)
    expect(priceOf(tariff, [toronto(0), toronto(20)]).totalMinor).toBe(1000)
  })
})

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
    const previousStay = { from: at(toronto(8)), to: at(toronto(8, 20)) }
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

describe('what is refused, and how long a price holds', () => {
  const ask = (from: string, to: string, changes = {}) =>
    quote({
      tariff: tariffOf({ minimumStayMinutes: 30, maximumStayMinutes: 120, ...changes }),
      taxes: [],
      vehicleType: 1,
      from: at(from),
      to: at(to),
      zone: NEW_YORK,
    })

  test('an end that is not after the start, a stay too short, a stay too long', () => {
    expect(ask(toronto(9), toronto(9))).toEqual({ ok: false, error: 'end_not_after_start' })
    expect(ask(toronto(9), toronto(9, 25))).toEqual({ ok: false, error: 'stay_too_short' })
    expect(ask(toronto(9), toronto(11, 5))).toEqual({ ok: false, error: 'stay_too_long' })
    expect(ask(toronto(9), toronto(11)).ok).toBe(true)
  })

  test('a price holds for 24 hours and carries the version of its tariff', () => {
    const { validUntilMs, tariffVersion, currency } = priceOf(greenP, [toronto(9), toronto(10)])
    expect(validUntilMs).toBe(at('2026-11-01T12:00:00Z') + DAY_MS)
    expect([tariffVersion, currency]).toEqual(['green-p-1', 'CAD'])
  })
})

describe('nights on which the clock changes', () => {
  const capped = tariffOf({ caps: [{ kind: 'day', amountMinor: 100_000, startsAtMinute: 0 }] })

  test.each([
    ['spring 2026', '2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00', 23],
    ['autumn 2026', '2026-11-01T00:00:00-04:00', '2026-11-02T00:00:00-05:00', 25],
    ['spring 2027', '2027-03-14T00:00:00-05:00', '2027-03-15T00:00:00-04:00', 23],
    ['autumn 2027', '2027-11-07T00:00:00-04:00', '2027-11-08T00:00:00-05:00', 25],
  ])('%s bills the hours that passed and caps one local day, in Toronto and New York', (_, ...[from, to, hours]) => {
    for (const zone of ['America/Toronto', NEW_YORK]) {
      expect((at(to) - at(from)) / HOUR_MS).toBe(hours)
      expect(priceOf(capped, [from, to], { zone }).totalMinor).toBe(hours * 200)
      const daily = tariffOf({ caps: [{ kind: 'day', amountMinor: 1000, startsAtMinute: 0 }] })
      expect(priceOf(daily, [from, to], { zone }).totalMinor).toBe(1000)
    }
  })

  test('a night that loses an hour still ends at seven', () => {
    expect(
      priceOf(
        tariffOf({
          unitMinutes: 30,
          windows: [windowOf(clock(18), clock(7), perUnit(300)), windowOf(clock(7), clock(18), perUnit(0))],
        }),
        ['2026-03-07T23:00:00-05:00', '2026-03-08T07:00:00-04:00'],
      ).totalMinor,
    ).toBe(14 * 300)
  })

  test('a window inside the skipped hour charges nothing', () => {
    const tariff = tariffOf({ windows: [windowOf(clock(2), clock(3), { kind: 'flat', amountMinor: 900 })] })
    expect(priceOf(tariff, ['2026-03-08T00:00:00-05:00', '2026-03-08T06:00:00-04:00']).totalMinor).toBe(0)
    expect(priceOf(tariff, ['2026-03-09T00:00:00-04:00', '2026-03-09T06:00:00-04:00']).totalMinor).toBe(900)
  })

  test('a window inside the repeated hour is one opening', () => {
    const tariff = tariffOf({ windows: [windowOf(clock(1), clock(2), { kind: 'flat', amountMinor: 900 })] })
    expect(priceOf(tariff, ['2026-11-01T00:00:00-04:00', '2026-11-01T06:00:00-05:00']).totalMinor).toBe(900)
  })
})
