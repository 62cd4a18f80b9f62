import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CURRENCIES,
  addMoney,
  isCurrency,
  minor,
  multiplyHalfUp,
  parseMinor,
  subtractMoney,
  sumMinor,
  toDecimal,
  toMoney,
} from '../../src/domain/money.ts'

test('a fraction of a minor unit is a bug', () => {
  expect(() => minor(0.1 + 0.2)).toThrow('minor units')
  expect(() => minor(2 ** 53)).toThrow('minor units')
  expect(() => toMoney(Number.NaN, 'CAD')).toThrow('minor units')
  expect(Object.is(minor(-0), 0)).toBe(true)
})

test('sums stay in one currency', () => {
  expect(addMoney(toMoney(150, 'CAD'), toMoney(50, 'CAD'))).toEqual({ amountMinor: 200, currency: 'CAD' })
  expect(subtractMoney(toMoney(150, 'XOF'), toMoney(200, 'XOF'))).toEqual({ amountMinor: -50, currency: 'XOF' })
  expect(() => addMoney(toMoney(1, 'CAD'), toMoney(1, 'USD'))).toThrow('cannot add USD to CAD')
  expect(() => subtractMoney(toMoney(1, 'CAD'), toMoney(1, 'USD'))).toThrow('cannot subtract')
  expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow('minor units')
})

test('half a minor unit rounds up, and a refund mirrors its charge', () => {
  expect(multiplyHalfUp(5, 1, 2)).toBe(3)
  expect(multiplyHalfUp(-5, 1, 2)).toBe(-3)
  expect(multiplyHalfUp(1, 1, 3)).toBe(0)
  // 1.005 x 100 is 100.49999999999999 in floating point.
  expect(multiplyHalfUp(100, 1005, 1000)).toBe(101)
})

test('a ratio agrees with exact arithmetic, also beyond 2 ** 53', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 1e6, max: 1e9 }),
      (amount, numerator, denominator) => {
        const exact = (2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator))
        expect(BigInt(multiplyHalfUp(amount, numerator, denominator))).toBe(exact)
      },
    ),
  )
})

test.each([
  ['12.5', 'CAD', 1250],
  ['12,50', 'USD', 1250],
  ['1500', 'XOF', 1500],
  ['1500.00', 'XOF', 1500],
  [' 7. ', 'NGN', 700],
  ['0.070', 'CAD', 7],
] as const)('reads %s %s as %i minor units', (text, currency, amountMinor) => {
  expect(parseMinor(text, currency)).toEqual({ ok: true, value: amountMinor })
})

test.each([
  ['', 'CAD', 'not_a_number'],
  ['-5', 'CAD', 'not_a_number'],
  ['1,500.00', 'CAD', 'not_a_number'],
  ['1e3', 'CAD', 'not_a_number'],
  ['1.005', 'CAD', 'too_precise'],
  ['1.5', 'XOF', 'too_precise'],
  ['99999999999999999', 'CAD', 'too_large'],
] as const)('refuses %s %s as %s', (text, currency, error) => {
  expect(parseMinor(text, currency)).toEqual({ ok: false, error })
})

test('a decimal text and its minor units are one another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(...CURRENCIES), (amountMinor, currency) => {
      expect(parseMinor(toDecimal({ amountMinor, currency }), currency)).toEqual({ ok: true, value: amountMinor })
    }),
  )
  expect(toDecimal({ amountMinor: -5, currency: 'CAD' })).toBe('-0.05')
  expect(toDecimal({ amountMinor: 1400, currency: 'CAD' })).toBe('14.00')
})

test('only the four currencies are known', () => {
  expect(['CAD', 'XOF', 'EUR', 'cad', ''].map(isCurrency)).toEqual([true, true, false, false, false])
})
