import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { NEW_YORK, at, clock, perUnit, priceOf, tariffOf, windowOf } from './support/tariffs.ts'

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
