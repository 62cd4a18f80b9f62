import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumMinor } from '../../src/domain/money.ts'
import { takeOffMinor } from '../../src/domain/take-off.ts'
import type { QuoteLine } from '../../src/domain/tariff.ts'
import { taxLines } from '../../src/domain/tax.ts'
import { sharesOf } from '../../provider/rules/price-stay.ts'
import { TEST_TAX } from '../provider/support/test-parks.ts'

const coupon = (amountMinor: number): QuoteLine => ({ kind: 'coupon', code: 'PARK10', amountMinor })

const pricedAt = (parkingMinor: number, values: readonly number[]) => {
  const taxes = values.map((value, index) => ({ ...TEST_TAX, code: `t${String(index)}`, value, included: true }))
  const parking: QuoteLine = { kind: 'flat', fromMinute: 0, toMinute: 60, amountMinor: parkingMinor }
  return { lines: [parking, ...taxLines(taxes, parkingMinor, 0)], totalMinor: parkingMinor }
}

test('taxes inside a price that is reduced are never more than what is left of it', () => {
  // Each share is half of the remaining amount, and both are rounded up.
  const { lines, totalMinor } = takeOffMinor(
    {
      lines: [
        { kind: 'coupon', code: 'BASE', amountMinor: 2 },
        { kind: 'tax', code: 'a', name: 'A', included: true, amountMinor: 1 },
        { kind: 'tax', code: 'b', name: 'B', included: true, amountMinor: 1 },
      ],
      totalMinor: 2,
    },
    1,
    coupon,
  )
  expect(totalMinor).toBe(1)
  expect(lines.filter(({ kind }) => kind === 'tax').map(({ amountMinor }) => amountMinor)).toEqual([1])
  const small = fc.integer({ min: 1, max: 60 })
  const values = fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(small, values, small, (parkingMinor, percents, offMinor) => {
      const less = takeOffMinor(pricedAt(parkingMinor, percents), offMinor, coupon)
      const taxMinor = sumMinor(less.lines.map(({ kind, amountMinor }) => (kind === 'tax' ? amountMinor : 0)))
      expect(taxMinor).toBeLessThanOrEqual(less.totalMinor)
      const shares = sharesOf(less)
      expect(shares.totalMinor - shares.feesMinor - shares.taxMinor).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2_000 },
  )
})

test('a tax inside a fee on free parking takes nothing from the park', () => {
  const fee: QuoteLine = { kind: 'fee', code: 'entry', amountMinor: 44 }
  const tax: QuoteLine = { kind: 'tax', code: 'hst', name: 'HST', amountMinor: 5, included: true }
  expect(sharesOf({ lines: [fee, tax], totalMinor: 44 })).toEqual({ totalMinor: 44, feesMinor: 39, taxMinor: 5 })
})
