import { CURRENCY_EXPONENT, type Currency } from '../../src/domain/money.ts'
import type { Language } from './language.ts'

const COUNTRY: Readonly<Record<Currency, string>> = { NGN: 'NG', XOF: 'SN', USD: 'US', CAD: 'CA' }
const ENGLISH_SYMBOL: Readonly<Record<Currency, string>> = { NGN: '₦', XOF: 'CFA', USD: '$', CAD: 'C$' }

/** An amount fit to show: `₦1,500.00`, `C$14.00`, `1,500 CFA`; in French as Intl writes it, `14,00 $`. */
export function formatAmount(amountMinor: number, currency: Currency, language: Language): string {
  const exponent = CURRENCY_EXPONENT[currency]
  const value = amountMinor / 10 ** exponent
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
  if (language === 'fr') {
    return new Intl.NumberFormat(`fr-${COUNTRY[currency]}`, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...digits,
    }).format(value)
  }
  const number = new Intl.NumberFormat(`en-${COUNTRY[currency]}`, digits).format(Math.abs(value))
  const sign = value < 0 ? '-' : ''
  return currency === 'XOF' ? `${sign}${number} ${ENGLISH_SYMBOL.XOF}` : `${sign}${ENGLISH_SYMBOL[currency]}${number}`
}

/** The day of the week in a park's zone, `Monday`, `lundi`. */
export const formatWeekday = (epochMs: number, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: timezone }).format(epochMs)

/** Clock time in a park's zone, `14:30` (24 h everywhere: the same text fits a sign and a pass). */
export function formatTime(epochMs: number, timezone: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
  }).format(epochMs)
}
