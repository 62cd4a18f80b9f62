import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { extendedPrice, type PaidStay, priceStay } from '../../src/domain/price-stay.ts'
import type { QuoteInput } from '../../src/domain/tariff.ts'
import { at, clock, EVERY_DAY, tariffOf, TORONTO } from './support/tariffs.ts'

const FROM = at('2026-11-23T13:00:00Z')
/** C$2 per started half hour; early bird C$10 for an exit between 15:00 and 18:00. The stay begins at 08:00. */
const TARIFF = tariffOf({
  unitMinutes: 30,
  packages: [
    {
      kind: 'early_bird',
      amountMinor: 1_000,
      entry: { days: EVERY_DAY, fromMinute: clock(6), toMinute: clock(9) },
      exit: { days: EVERY_DAY, fromMinute: clock(15), toMinute: clock(18) },
    },
  ],
})

const stayUntil = (minutes: number): QuoteInput => ({
  ...{ tariff: TARIFF, taxes: [], vehicleType: 1, zone: TORONTO, from: FROM },
  to: toInstant(FROM + minutes * MINUTE_MS),
})
const priceOf = (minutes: number): number => {
  const priced = priceStay(stayUntil(minutes))
  if (!priced.ok) throw new Error(priced.error)
  return priced.value.totalMinor
}

function extend(minutes: number, to: number, paid: PaidStay): number {
  const priced = extendedPrice({ ...stayUntil(minutes), newEnd: toInstant(FROM + to * MINUTE_MS), paid })
  if (!priced.ok) throw new Error(priced.error)
  return priced.value.extra.totalMinor
}

const paidOf = (totalMinor: number): PaidStay => ({ totalMinor, taken: undefined })

test('a stay that was shortened out of its package is not extended for less than one booking of the same time', () => {
  // Early bird until 15:00, shortened by five minutes: nothing comes back, as the shorter stay costs C$28.
  expect(priceOf(7 * 60)).toBe(1_000)
  expect(extend(7 * 60 - 5, 14 * 60, paidOf(1_000))).toBe(priceOf(14 * 60) - 1_000)
})

test('extending through a package and out of it again costs no more than one booking of the same time', () => {
  const first = priceOf(6 * 60)
  expect(extend(6 * 60, 8 * 60, paidOf(first))).toBe(0)
  expect(extend(8 * 60, 14 * 60, paidOf(first))).toBe(priceOf(14 * 60) - first)
})

test('a coupon takes off as much as it did at booking', () => {
  const taken = { code: 'PARK10', discountMinor: 500 }
  const paid = { totalMinor: priceOf(6 * 60) - 500, taken }
  expect(extend(6 * 60, 14 * 60, paid)).toBe(priceOf(14 * 60) - priceOf(6 * 60))
})

const quarter = fc.integer({ min: 1, max: 56 }).map((count) => count * 15)

test('whatever the order of ends, the last one is paid once: never below its price, never above the dearest end', () => {
  fc.assert(
    fc.property(quarter, fc.array(quarter, { maxLength: 5 }), (first, ends) => {
      let [end, totalMinor] = [first, priceOf(first)]
      let dearest = totalMinor
      for (const next of ends) {
        dearest = Math.max(dearest, priceOf(next))
        // Shortening keeps at most what the shorter stay costs.
        if (next < end) totalMinor = Math.min(totalMinor, priceOf(next))
        if (next > end) totalMinor += extend(end, next, paidOf(totalMinor))
        end = next
        expect(totalMinor).toBeLessThanOrEqual(dearest)
      }
      const later = end + 8 * 60
      expect(totalMinor + extend(end, later, paidOf(totalMinor))).toBeGreaterThanOrEqual(priceOf(later))
    }),
  )
})
