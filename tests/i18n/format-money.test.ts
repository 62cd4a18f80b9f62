import { describe, expect, test } from 'vitest'
import type { Currency } from '../../src/domain/money.ts'
import {
  currencySymbol,
  formatMoney,
  formatMoneyCompact,
  formatMoneyFigure,
  needsCode,
} from '../../src/i18n/format-money.ts'

const money = (amountMinor: number, currency: Currency) => ({ amountMinor, currency })
/** Replaces every kind of no-break space with a plain one, for readable expectations. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  test.each([
    [150_000, 'NGN', '₦1,500.00', '1 500,00 ₦'],
    [1_400, 'CAD', 'C$14.00', '14,00 $'],
    [500, 'USD', '$5.00', '5,00 $'],
    [1_500, 'XOF', '1,500 CFA', '1 500 F CFA'],
    [0, 'XOF', '0 CFA', '0 F CFA'],
    [5, 'USD', '$0.05', '0,05 $'],
  ] as const)('%i minor units of %s read as %s in English and %s in French', (...row) => {
    const [amount, currency, english, french] = row
    expect(plain(formatMoney('en', money(amount, currency)))).toBe(english)
    expect(plain(formatMoney('fr', money(amount, currency)))).toBe(french)
  })

  test('an amount never holds a space at which a line could break', () => {
    for (const language of ['en', 'fr'] as const)
      for (const currency of ['NGN', 'XOF', 'USD', 'CAD'] as const)
        expect(formatMoney(language, money(123_456_789, currency), { sign: 'always', withCode: true })).not.toContain(
          ' ',
        )
  })

  test('a reduction carries a minus as wide as the plus', () => {
    expect(formatMoney('en', money(-700, 'CAD'))).toBe('\u2212C$7.00')
    expect(formatMoney('en', money(500_000, 'NGN'), { sign: 'always' })).toBe('+₦5,000.00')
    expect(formatMoney('en', money(0, 'NGN'), { sign: 'always' })).toBe('₦0.00')
  })

  test('the map drops decimals only when they are zero', () => {
    expect(formatMoney('en', money(1_400, 'CAD'), { short: true })).toBe('C$14')
    expect(formatMoney('en', money(1_050, 'CAD'), { short: true })).toBe('C$10.50')
  })

  test('the code stands beside the amount only where CAD and USD meet', () => {
    expect(needsCode(['CAD', 'USD'])).toBe(true)
    expect(needsCode(['CAD', 'XOF'])).toBe(false)
    expect(plain(formatMoney('fr', money(1_400, 'CAD'), { withCode: true }))).toBe('14,00 $ CAD')
  })

  test('the label of a bar is short in English and whole in French', () => {
    expect(formatMoneyCompact('en', money(560_000, 'NGN'))).toBe('5.6k')
    expect(formatMoneyCompact('en', money(99_900, 'NGN'))).toBe('999')
    expect(plain(formatMoneyCompact('fr', money(6_500, 'XOF')))).toBe('6 500')
  })

  test('a block of the ruler has the whole figure, and the short one where that would not fit', () => {
    expect(formatMoneyFigure('en', money(1_250, 'CAD'))).toBe('12.50')
    expect(formatMoneyFigure('en', money(1_500, 'CAD'))).toBe('15')
    expect(formatMoneyFigure('fr', money(1_250, 'CAD'))).toBe('12,50')
    expect(formatMoneyFigure('en', money(1_250_000, 'NGN'))).toBe('12,500')
    expect(formatMoneyFigure('en', money(125_000_050, 'NGN'))).toBe('1,250k')
  })

  test('the symbol of a currency is the one that its drivers write', () => {
    expect(currencySymbol('en', 'NGN')).toBe('₦')
    expect(currencySymbol('en', 'XOF')).toBe('CFA')
    expect(plain(currencySymbol('fr', 'XOF'))).toBe('F CFA')
    expect(currencySymbol('fr', 'CAD')).toBe('$')
  })
})
