import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxLines } from '../../src/domain/tax.ts'
import { HST_INCLUDED, at, percentTax } from './support/tariffs.ts'

const NOON = at('2026-11-21T12:00:00Z')
const amounts = (...input: Parameters<typeof taxLines>): number[] => taxLines(...input).map((line) => line.amountMinor)

test('13 % of HST inside 14.00 is 1.61', () => {
  expect(amounts([HST_INCLUDED], 1400, NOON)).toEqual([161])
})

test('Vancouver charges GST on the parking tax too: 27.05 % together', () => {
  const taxes = [percentTax('PST', 21_000), percentTax('GST', 5_000, { compound: true })]
  expect(amounts(taxes, 10_000, NOON)).toEqual([2100, 605])
})

test('Quebec adds both of its taxes to the same base', () => {
  expect(amounts([percentTax('GST', 5_000), percentTax('QST', 9_975)], 10_000, NOON)).toEqual([500, 998])
})

test('the same stack is found again inside a price that includes it', () => {
  const taxes = [
    percentTax('PST', 21_000, { included: true }),
    percentTax('GST', 5_000, { compound: true, included: true }),
  ]
  expect(amounts(taxes, 12_705, NOON)).toEqual([2100, 605])
})

test('a tax on top is counted on the price less the taxes inside it', () => {
  const taxes = [percentTax('LOCAL', 10_000, { included: true }), percentTax('STATE', 10_000)]
  expect(amounts(taxes, 1100, NOON)).toEqual([100, 100])
})

test('a flat tax inside a price leaves the percentage its own base', () => {
  const taxes = [
    percentTax('STAY', 100, { kind: 'flat', included: true }),
    percentTax('VAT', 10_000, { compound: true, included: true }),
  ]
  expect(amounts(taxes, 1210, NOON)).toEqual([100, 110])
})

test('a flat tax larger than the price takes the price and no more', () => {
  expect(amounts([percentTax('STAY', 500, { kind: 'flat', included: true })], 300, NOON)).toEqual([300])
})

test('half a minor unit rounds up', () => {
  expect(amounts([percentTax('VAT', 7_500)], 20, NOON)).toEqual([2])
  expect(amounts([percentTax('VAT', 7_500)], 19, NOON)).toEqual([1])
})

test('a tax holds from its first day until its last, which is not in it', () => {
  const from = at('2026-12-01T00:00:00Z')
  const taxes = [percentTax('OLD', 10_000, { toMs: from }), percentTax('NEW', 12_000, { fromMs: from })]
  expect(taxLines(taxes, 100, from - 1).map((line) => line.code)).toEqual(['OLD'])
  expect(taxLines(taxes, 100, from).map((line) => line.code)).toEqual(['NEW'])
})

test('what costs nothing is not taxed', () => {
  expect(taxLines([percentTax('STAY', 500, { kind: 'flat' })], 0, NOON)).toEqual([])
})

test('an included rate, taken out and put back on, gives the price again to one minor unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 40_000 }), (price, rate) => {
      const [inside = 0] = amounts([percentTax('T', rate, { included: true })], price, NOON)
      const [onTop = 0] = amounts([percentTax('T', rate)], price - inside, NOON)
      expect(Math.abs(onTop - inside)).toBeLessThanOrEqual(1)
    }),
  )
})
