import type { CountryCode } from '../../src/domain/country.ts'
import { parsePhoneNumber } from '../../src/domain/phone-number.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isContextPassword } from './context-words.ts'

/** Normalises an address for account look-up: trimmed, lower case, NFC. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/**
 * Converts a number as written in that country to E.164. Null when none was given; undefined when it is not a phone
 * number.
 */
export function toPhone(typed: string | null | undefined, country: CountryCode): string | null | undefined {
  return typed === undefined || typed === null || typed === '' ? null : parsePhoneNumber(typed, country)
}

/**
 * True for a password that an attacker would try first: one character repeated, a common one, the address itself, or
 * little more than a word of this service.
 */
export function isWeakPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 3 || text === normaliseEmail(email)) return true
  return isCommonPassword(password) || isContextPassword(password, email)
}
