import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode } from './country.ts'

/** Marks that a paste from a right-to-left text brings along; they are no part of a number. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const parse = (text: string, country: CountryCode) =>
  parsePhoneNumberFromString(text.replace(DIRECTION_MARKS, ''), { defaultCountry: country, extract: false })

/** E.164 of a number as it is typed in that country, or anywhere with its `+`; undefined when it is none. */
export function parsePhoneNumber(text: string, country: CountryCode): string | undefined {
  const found = parse(text, country)
  return found?.isValid() === true && found.ext === undefined ? found.number : undefined
}

/** As people of that country write it; what is no number stays as it is. */
export function formatPhoneNumber(text: string, country: CountryCode): string {
  const found = parse(text, country)
  if (found === undefined || !found.isValid()) return text
  return found.country === country ? found.formatNational() : found.formatInternational()
}
