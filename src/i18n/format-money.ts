import { CURRENCY_EXPONENT, type Currency, type Money } from '../domain/money.ts'
import { must } from '../lib/assert.ts'
import type { Language } from '../lib/language.ts'

const NBSP = '\u00a0'
/** U+2212, as wide as the plus sign. */
const MINUS = '−'

/** The country whose conventions a currency is formatted with. */
const COUNTRY: Readonly<Record<Currency, string>> = { NGN: 'NG', XOF: 'SN', USD: 'US', CAD: 'CA' }

/** English uses the specification's symbols; XOF follows the figure. */
const ENGLISH_SYMBOL: Readonly<Record<Currency, string>> = { NGN: '₦', XOF: 'CFA', USD: '$', CAD: 'C$' }

export interface MoneyOptions {
  /** `always` adds + or −; `auto` (the default) only adds −. */
  readonly sign?: 'auto' | 'always'
  /** Adds the ISO code, for lists that mix CAD and USD. */
  readonly withCode?: boolean
  /** Drops zero decimals; only used on the map. */
  readonly short?: boolean
}

const formatters = new Map<string, Intl.NumberFormat>()

const formatterOf = (language: Language, currency: Currency, digits: number): Intl.NumberFormat => {
  const key = `${language}${currency}${digits}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(`${language}-${COUNTRY[currency]}`, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formatters.set(key, format)
  return format
}

const isNumberPart = ({ type }: Intl.NumberFormatPart) =>
  type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction'

const englishAmount = (format: Intl.NumberFormat, value: number, currency: Currency): string => {
  const figure = format
    .formatToParts(value)
    .filter(isNumberPart)
    .map((part) => part.value)
    .join('')
  const symbol = ENGLISH_SYMBOL[currency]
  return currency === 'XOF' ? `${figure}${NBSP}${symbol}` : `${symbol}${figure}`
}

/** "₦1,500.00", "C$14.00", "1,500 CFA"; in French "1 500 F CFA", "14,00 $". Contains no line-break opportunities. */
export function formatMoney(language: Language, money: Money, options: MoneyOptions = {}): string {
  const { amountMinor, currency } = money
  const exponent = CURRENCY_EXPONENT[currency]
  const value = Math.abs(amountMinor) / 10 ** exponent
  const digits = options.short === true && Number.isInteger(value) ? 0 : exponent
  const format = formatterOf(language, currency, digits)
  const figure = language === 'en' ? englishAmount(format, value, currency) : format.format(value).replaceAll(' ', NBSP)
  const sign = amountMinor < 0 ? MINUS : options.sign === 'always' && amountMinor > 0 ? '+' : ''
  const code = options.withCode === true ? `${NBSP}${currency}` : ''
  return `${sign}${figure}${code}`
}

const THOUSAND = 1000
const MAX_FIGURE_LENGTH = 6

/** Label of a chart bar, without symbol: "5.6k" in English, "6 500" in French. */
export function formatMoneyCompact(language: Language, { amountMinor, currency }: Money): string {
  const value = Math.round(amountMinor / 10 ** CURRENCY_EXPONENT[currency])
  if (language === 'fr' || Math.abs(value) < THOUSAND) return new Intl.NumberFormat(language).format(value)
  const thousands = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value / THOUSAND)
  return `${thousands}k`
}

/** Label of a ruler block, without symbol: "12.50", "15", "1,500"; shortened to fit. */
export function formatMoneyFigure(language: Language, money: Money): string {
  const exponent = CURRENCY_EXPONENT[money.currency]
  const value = money.amountMinor / 10 ** exponent
  const figure = new Intl.NumberFormat(language, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : exponent,
  }).format(value)
  return figure.length > MAX_FIGURE_LENGTH ? formatMoneyCompact(language, money) : figure
}

/**
 * Whether amounts need ISO codes to be distinguished: CAD and USD both use "$" in French, and are easily confused in
 * English.
 */
export const needsCode = (currencies: Iterable<Currency>): boolean => {
  const set = new Set(currencies)
  return set.has('CAD') && set.has('USD')
}

/** Returns the symbol used in amounts: "₦", "C$", "CFA"; French writes XOF as "F CFA". */
export const currencySymbol = (language: Language, currency: Currency): string => {
  if (language === 'en') return ENGLISH_SYMBOL[currency]
  const part = formatterOf(language, currency, 0)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')
  return must(part, 'a currency part').value
}
