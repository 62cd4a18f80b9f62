import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { withoutInvisible } from '../lib/plain-text.ts'
import type { CountryCode } from './country.ts'

const parse = (text: string, country: CountryCode) =>
  parsePhoneNumberFromString(withoutInvisible(text), { defaultCountry: country, extract: false })

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
