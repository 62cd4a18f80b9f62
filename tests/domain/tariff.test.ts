import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/instant.ts'
import { quote } from '../../src/domain/tariff.ts'
import {
  HST_INCLUDED,
  NEW_YORK,
  WEEKDAYS,
  at,
  clock,
  greenP,
  onDays,
  perUnit,
  priceOf,
  tariffOf,
  toronto,
  windowOf,
} from './support/tariffs.ts'

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
