import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { CountryCode } from '../domain/country.ts'
import type { Instant } from '../domain/instant.ts'
import type { Currency, Money } from '../domain/money.ts'
import { formatBytes } from './format-bytes.ts'
import { formatDistance, formatMetres } from './format-distance.ts'
import {
  currencySymbol,
  formatMoney,
  formatMoneyCompact,
  formatMoneyFigure,
  type MoneyOptions,
} from './format-money.ts'
import {
  type DayTimeOptions,
  formatAge,
  formatDate,
  formatDayTime,
  formatDuration,
  formatMinuteOfDay,
  formatMonth,
  formatSavedAt,
  formatStay,
  formatTime,
  formatWeekday,
  formatZone,
} from './format-time.ts'
import { isLanguage, type Language } from '../lib/language.ts'

/** Formatters for every figure in the app, in the active language. */
export interface Format {
  readonly language: Language
  readonly money: (money: Money, options?: MoneyOptions) => string
  readonly moneyCompact: (money: Money) => string
  readonly moneyFigure: (money: Money) => string
  readonly symbol: (currency: Currency) => string
  readonly time: (instant: Instant, zone: string) => string
  /** `isTwelveHour`: the place writes "2:05 PM". */
  readonly minuteOfDay: (minuteOfDay: number, isTwelveHour?: boolean) => string
  readonly date: (instant: Instant, zone: string, now: Instant) => string
  readonly dayTime: (instant: Instant, options: DayTimeOptions) => string
  readonly savedAt: (instant: Instant, options: DayTimeOptions) => string
  readonly stay: (from: Instant, until: Instant, options: DayTimeOptions) => string
  readonly month: (month: number, width?: 'short' | 'long') => string
  /** 0 is Sunday. */
  readonly weekday: (weekday: number, width?: 'short' | 'long') => string
  readonly zone: (instant: Instant, zone: string) => string
  readonly duration: (durationMs: number) => string
  readonly age: (instant: Instant, now: Instant) => string
  readonly distance: (metres: number, country?: CountryCode) => string
  readonly metres: (metres: number, country?: CountryCode) => string
  readonly number: (value: number) => string
  /** "4.1 MB", "4,1 Mo". */
  readonly bytes: (bytes: number) => string
  /** "Senegal", "Sénégal". */
  readonly country: (code: CountryCode) => string
}

/** Our own texts: reading the browser's table of all regions for four names is not worth it. */
const COUNTRY_NAMES: Readonly<Record<CountryCode, MessageDescriptor>> = {
  NG: msg`Nigeria`,
  CA: msg`Canada`,
  SN: msg`Senegal`,
  US: msg`United States`,
}

export const createFormat = (i18n: I18n): Format => {
  const language: Language = isLanguage(i18n.locale) ? i18n.locale : 'en'
  let numbers: Intl.NumberFormat | undefined
  return {
    language,
    money: (money, options) => formatMoney(language, money, options),
    moneyCompact: (money) => formatMoneyCompact(language, money),
    moneyFigure: (money) => formatMoneyFigure(language, money),
    symbol: (currency) => currencySymbol(language, currency),
    time: (instant, zone) => formatTime(language, instant, zone),
    minuteOfDay: (minuteOfDay, isTwelveHour) => formatMinuteOfDay(language, minuteOfDay, isTwelveHour),
    date: (instant, zone, now) => formatDate(language, instant, { zone, now }),
    dayTime: (instant, options) => formatDayTime(i18n, instant, options),
    savedAt: (instant, options) => formatSavedAt(i18n, instant, options),
    stay: (from, until, options) => formatStay(i18n, { from, until }, options),
    month: (month, width) => formatMonth(language, month, width),
    weekday: (weekday, width) => formatWeekday(language, weekday, width),
    zone: (instant, zone) => formatZone(language, instant, zone),
    duration: (durationMs) => formatDuration(i18n, durationMs),
    age: (instant, now) => formatAge(i18n, instant, now),
    distance: (metres, country) => formatDistance(language, metres, country),
    metres: (metres, country) => formatMetres(language, metres, country),
    number: (value) => (numbers ??= new Intl.NumberFormat(language)).format(value),
    bytes: (bytes) => formatBytes(language, bytes),
    country: (code) => i18n._(COUNTRY_NAMES[code]),
  }
}

const byLocale = new Map<string, Format>()

/** Returns the formatter of the active language; changes with the language. */
export function useFormat(): Format {
  const { i18n } = useLingui()
  // The global `i18n` is the same object for all languages, so its locale is the cache key and gives a new identity per
  // language.
  const known = byLocale.get(i18n.locale)
  if (known !== undefined) return known
  const format = createFormat(i18n)
  byLocale.set(i18n.locale, format)
  return format
}
