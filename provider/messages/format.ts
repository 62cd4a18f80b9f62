import { clockText, isTwelveHourZone } from '../../src/domain/clock-text.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { CURRENCY_EXPONENT, type Currency } from '../../src/domain/money.ts'
import { zonedParts } from '../../src/domain/zone.ts'
import type { Language } from './language.ts'

const COUNTRY: Readonly<Record<Currency, string>> = { NGN: 'NG', XOF: 'SN', USD: 'US', CAD: 'CA' }
const ENGLISH_SYMBOL: Readonly<Record<Currency, string>> = { NGN: '₦', XOF: 'CFA', USD: '$', CAD: 'C$' }

const NBSP = '\u00a0'
/** U+2212, as wide as the plus sign. */
const MINUS = '\u2212'

/**
 * Formats an amount for display: `₦1,500.00`, `C$14.00`, `1,500 CFA`, `−$7.00`; in French as Intl writes it, `14,00 $`.
 */
export function formatAmount(amountMinor: number, currency: Currency, language: Language): string {
  const exponent = CURRENCY_EXPONENT[currency]
  const value = Math.abs(amountMinor) / 10 ** exponent
  const sign = amountMinor < 0 ? MINUS : ''
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
  if (language === 'fr') {
    const figure = new Intl.NumberFormat(`fr-${COUNTRY[currency]}`, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...digits,
    }).format(value)
    return `${sign}${figure}`
  }
  const number = new Intl.NumberFormat(`en-${COUNTRY[currency]}`, digits).format(value)
  return currency === 'XOF'
    ? `${sign}${number}${NBSP}${ENGLISH_SYMBOL.XOF}`
    : `${sign}${ENGLISH_SYMBOL[currency]}${number}`
}

/** The day of the week in a park's zone, `Monday`, `lundi`. */
export const formatWeekday = (epochMs: number, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: timezone }).format(epochMs)

/** Clock time in a park's zone, written as in the app: `14:30`, in the United States `2:30 PM`; in French `14 h 30`. */
export function formatTime(epochMs: number, timezone: string, language: Language): string {
  const { hour, minute } = zonedParts(toInstant(epochMs), timezone)
  return clockText(language, { hour, minute, isTwelveHour: isTwelveHourZone(timezone) })
}
