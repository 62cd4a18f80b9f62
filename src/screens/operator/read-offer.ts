import { type CountryCode, getCountry } from '../../domain/country.ts'
import type { Currency } from '../../domain/money.ts'
import { checkOptional, plainTextOf, rawTextOf } from '../../parts/field-checks.ts'
import { readMoney } from '../../parts/read-amount.ts'
import { countryOf } from './events/read-event-form.ts'

/** The API contract's limit, minor units. */
const PRICE_MAX = 100_000_000_000
export const COUNT_MAX = 1_000_000
const NAME_MAX = 80
const DETAILS_MAX = 500

/** Problems of a field of a product, a coupon or a plan. */
export type OfferProblem =
  | 'required'
  | 'too_long'
  | 'price'
  | 'amount'
  | 'percent'
  | 'code'
  | 'stock'
  | 'limit'
  | 'whole'
  | 'hours'
  | 'day'
  | 'past'
  | 'order'
  | 'park'
  | 'countries'
/** By field name. */
export type OfferProblems = Partial<Record<string, OfferProblem>>

export const textOf = (form: FormData, name: string): string => rawTextOf(form, name).normalize('NFKC').trim()
export const wholeOf = (text: string): number => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN)
export const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most

/** Returns minor units; returns NaN unless the price is above 0. */
export function moneyOf(form: FormData, name: string, currency: Currency): number {
  const read = readMoney(textOf(form, name), currency)
  return read.ok && isWithin(read.value, [1, PRICE_MAX]) ? read.value : Number.NaN
}

/** Same as `moneyOf`, but returns null when empty. */
export const optionalMoneyOf = (form: FormData, name: string, currency: Currency): number | null =>
  textOf(form, name) === '' ? null : moneyOf(form, name, currency)

/** Returns null when empty, NaN unless it is a whole number of at least `least`. */
export function optionalCountOf(form: FormData, name: string, least: number): number | null {
  const text = textOf(form, name)
  if (text === '') return null
  const count = wholeOf(text)
  return isWithin(count, [least, COUNT_MAX]) ? count : Number.NaN
}

/** Returns the problem if the value is wrong. */
export const problemIf = (isWrong: boolean, name: string, problem: OfferProblem): OfferProblems =>
  isWrong ? { [name]: problem } : {}

/** Checks name and description in both languages. */
export function checkTexts(form: FormData): OfferProblems {
  const found: [string, OfferProblem][] = []
  for (const language of ['en', 'fr']) {
    const [name, details] = [`name_${language}`, `details_${language}`]
    if (plainTextOf(form, name) === '') found.push([name, 'required'])
    else if (checkOptional(rawTextOf(form, name), NAME_MAX) !== undefined) found.push([name, 'too_long'])
    if (checkOptional(rawTextOf(form, details), DETAILS_MAX) !== undefined) found.push([details, 'too_long'])
  }
  return Object.fromEntries(found)
}

export const readTexts = (form: FormData) => {
  const both = (name: string) => ({ en: plainTextOf(form, `${name}_en`), fr: plainTextOf(form, `${name}_fr`) })
  return { names: both('name'), details: both('details') }
}

/** Checks that the chosen car parks, `codes`, are in one country. */
export function checkCodes(codes: readonly string[]): OfferProblems {
  const [first] = codes
  if (first === undefined) return { parks: 'park' }
  return problemIf(
    codes.some((code) => countryOf(code) !== countryOf(first)),
    'parks',
    'countries',
  )
}

export const countryOfAll = (codes: readonly string[]): { country_code: CountryCode; currency: Currency } => {
  const country = countryOf(codes[0] ?? '')
  return { country_code: country, currency: getCountry(country).currency }
}
