/**
 * Codes that people read and type: Crockford base32 with a Luhn mod 32 check character, which detects every single
 * wrong character.
 */
import { invariant, must } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { isCountryCode, type CountryCode } from './country.ts'
import { toBookingCode, toParkCode, type BookingCode, type ParkCode } from './ids.ts'

/** Omits I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type CodeError = 'malformed' | 'wrong_check'

/** Converts to upper case and reads I and L as 1, O as 0. */
export const readCrockford = (text: string): string => text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0')

/**
 * Whether two spellings, with or without hyphens and spaces, are the same booking or park code. Check characters are
 * not verified.
 */
export const isSameCode = (a: string, b: string): boolean => {
  const bare = (text: string): string => readCrockford(text).replace(/[^A-Z0-9]/g, '')
  return bare(a) === bare(b)
}

const isCrockford = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]+$/.test(text)

/** Values of 0 to 31. Country letters are numbered from A, because the alphabet has no U and `US` is a country. */
const valuesOf = (text: string): number[] => Array.from(text, (character) => CROCKFORD.indexOf(character))
const countryValues = (country: CountryCode): number[] => Array.from(country, (letter) => letter.charCodeAt(0) - 65)

/** Returns the check character for the other characters of a code. */
export const checkOf = (body: string): string => checkCharacter(valuesOf(body))

/** Luhn mod 32 over values of 0 to 31. */
function checkCharacter(values: readonly number[]): string {
  const sum = values.toReversed().reduce((total, value, index) => {
    const weighted = index % 2 === 0 ? value * 2 : value
    return total + Math.floor(weighted / 32) + (weighted % 32)
  }, 0)
  return must(CROCKFORD[(32 - (sum % 32)) % 32], 'check character')
}

/** The low five bits of each byte choose a character: random bytes give random codes, a hash gives a stable one. */
const charactersOf = (bytes: Uint8Array, count: number): string => {
  invariant(bytes.length >= count, `a code needs ${String(count)} bytes`)
  return Array.from(bytes.subarray(0, count), (byte) => CROCKFORD[byte & 31]).join('')
}

/** Country, 4 characters from 4 bytes, and a check character over both: `CA7KQ2M`. */
export const makeParkCode = (country: CountryCode, bytes: Uint8Array): ParkCode =>
  parkCodeOf(country, charactersOf(bytes, 4))

/** Returns the park code with these 4 characters of `CROCKFORD`. */
export const parkCodeOf = (country: CountryCode, body: string): ParkCode =>
  toParkCode(`${country}${body}${checkCharacter([...countryValues(country), ...valuesOf(body)])}`)

/** Accepts any case, but no hyphens or spaces, which belong to slugs. */
export function parseParkCode(text: string): Result<ParkCode, CodeError> {
  const country = text.slice(0, 2).toUpperCase()
  const rest = readCrockford(text.slice(2))
  if (!isCountryCode(country) || rest.length !== 5 || !isCrockford(rest)) return err('malformed')
  const expected = checkCharacter([...countryValues(country), ...valuesOf(rest.slice(0, 4))])
  return rest.endsWith(expected) ? ok(toParkCode(`${country}${rest}`)) : err('wrong_check')
}

/** 7 characters from 7 bytes and a check character; shown by `displayBookingCode`. */
export function makeBookingCode(bytes: Uint8Array): BookingCode {
  const body = charactersOf(bytes, 7)
  return toBookingCode(`${body}${checkCharacter(valuesOf(body))}`)
}

/** Accepts any case, hyphens, spaces and invisible characters; the result has none of them. */
export function parseBookingCode(text: string): Result<BookingCode, CodeError> {
  const characters = readCrockford(text.replace(/[\s\p{Cc}\p{Cf}\-\u2010-\u2015]/gu, ''))
  if (characters.length !== 8 || !isCrockford(characters)) return err('malformed')
  return characters.endsWith(checkCharacter(valuesOf(characters.slice(0, 7))))
    ? ok(toBookingCode(characters))
    : err('wrong_check')
}

/** Formats `K7QM4T2P` as `K7QM-4T2P`, the form on screens and on the wire. */
export const displayBookingCode = (code: BookingCode): string => `${code.slice(0, 4)}-${code.slice(4)}`
