import { describe, expect, test } from 'vitest'
import { readAmount, toAmountText } from '../../../src/parts/read-amount.ts'

describe('an amount as it is typed', () => {
  test.each([
    ['1500', 'NGN', 150_000],
    ['1,500', 'NGN', 150_000],
    ['1,500.50', 'NGN', 150_050],
    ['1 500,50', 'NGN', 150_050],
    ['1\u202f500', 'XOF', 1_500],
    ['12,5', 'CAD', 1_250],
    ['12.50', 'USD', 1_250],
    [' 20 ', 'USD', 2_000],
    ['\u202e2\u00070\u202c', 'USD', 2_000],
    ['100000', 'XOF', 100_000],
  ] as const)('%s in %s is %i minor units', (text, currency, amountMinor) => {
    expect(readAmount(text, currency)).toEqual({ ok: true, value: amountMinor })
  })

  test.each([
    ['', 'CAD', 'not_a_number'],
    ['-5', 'CAD', 'not_a_number'],
    ['ten', 'CAD', 'not_a_number'],
    ['1.500', 'CAD', 'too_precise'],
    ['12.345', 'CAD', 'too_precise'],
    ['10.5', 'XOF', 'too_precise'],
    ['0', 'CAD', 'out_of_range'],
    ['0.49', 'USD', 'out_of_range'],
    ['1000.01', 'USD', 'out_of_range'],
    ['99', 'XOF', 'out_of_range'],
    ['99999999999999999999', 'NGN', 'out_of_range'],
  ] as const)('%s in %s is refused: %s', (text, currency, problem) => {
    expect(readAmount(text, currency)).toEqual({ ok: false, error: problem })
  })

  test('what a field begins with reads back as the same amount', () => {
    expect(toAmountText(150_000, 2)).toBe('1500')
    expect(toAmountText(1_450, 2)).toBe('14.50')
    expect(toAmountText(1_500, 0)).toBe('1500')
  })
})
