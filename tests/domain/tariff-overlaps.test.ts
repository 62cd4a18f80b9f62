import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { priceStay } from '../../src/domain/price-stay.ts'
import type { RateWindow, Weekday } from '../../src/domain/tariff.ts'
import { checkTariff } from '../../src/domain/tariff-check.ts'
import { withoutOverlaps } from '../../src/domain/tariff-overlaps.ts'
import { at, clock, EVERY_DAY, onDays, perUnit, tariffOf, toronto, TORONTO, windowOf } from './support/tariffs.ts'

const MONDAY = at(toronto(0, 0, '2026-11-23'))

test('a price at all hours behind others is the price of the hours that they leave', () => {
  const night = windowOf(clock(18), clock(6), perUnit(250, 600))
  const windows = withoutOverlaps([night, windowOf(0, 1_440, perUnit(250))])
  expect(windows).toEqual([night, { ...windowOf(clock(6), clock(18), perUnit(250)), days: EVERY_DAY }])
})

test('what others cover wholly goes, and what they cut in the middle stays', () => {
  const day = windowOf(clock(7), clock(18), perUnit(300))
  const all = windowOf(0, 1_440, perUnit(100))
  expect(withoutOverlaps([all, day])).toEqual([all])
  expect(withoutOverlaps([day, all])).toEqual([day, all])
})

const window = fc
  .tuple(
    fc.subarray([...EVERY_DAY], { minLength: 1 }),
    fc.integer({ min: 0, max: 47 }),
    fc.integer({ min: 0, max: 48 }),
    fc.integer({ min: 1, max: 900 }),
  )
  .map(([days, from, to, price]): RateWindow =>
    onDays(days as readonly Weekday[], windowOf(from * 30, to * 30, perUnit(price))),
  )

test('whatever windows there are, every stay costs what it did, and none that were mended overlap', () => {
  const stay = fc.tuple(fc.integer({ min: 0, max: 335 }), fc.integer({ min: 1, max: 96 }))
  fc.assert(
    fc.property(fc.array(window, { minLength: 1, maxLength: 4 }), stay, (windows, [start, length]) => {
      const mended = withoutOverlaps(windows)
      const from = toInstant(MONDAY + start * 30 * MINUTE_MS)
      const priceBy = (list: readonly RateWindow[]) =>
        priceStay({
          ...{ tariff: tariffOf({ windows: list, unitMinutes: 30 }), taxes: [], vehicleType: 1, zone: TORONTO },
          ...{ from, to: toInstant(from + (length * HOUR_MS) / 2) },
        })
      const [before, after] = [priceBy(windows), priceBy(mended)]
      const total = (one: typeof before) => (one.ok ? one.value.totalMinor : one.error)
      expect(total(after)).toBe(total(before))
      const kept = mended.some((one) => windows.includes(one))
      const faults = checkTariff({
        ...{ tariff: tariffOf({ windows: mended }), taxes: [], zone: TORONTO, startsMs: MONDAY },
        ...{ hours: null, before: null },
      }).map(({ fault }) => fault)
      if (!kept) expect(faults).not.toContain('overlap')
    }),
    { numRuns: 300 },
  )
})
