import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { withoutInvisible } from '../lib/plain-text.ts'
import type { CountryCode } from './country.ts'

const parse = (text: string, country: CountryCode) =>
  parsePhoneNumberFromString(withoutInvisible(text), { defaultCountry: country, extract: false })

/**
 * Parses a number in the country's format, or in any international format with `+`, to E.164. Returns undefined if
 * invalid.
 */
export function parsePhoneNumber(text: string, country: CountryCode): string | undefined {
  const found = parse(text, country)
  return found?.isValid() === true && found.ext === undefined ? found.number : undefined
}

/** Formats a number as usual in its country; returns invalid text unchanged. */
export function formatPhoneNumber(text: string, country: CountryCode): string {
  const found = parse(text, country)
  if (found === undefined || !found.isValid()) return text
  return found.country === country ? found.formatNational() : found.formatInternational()
}
