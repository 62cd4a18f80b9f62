import type { CountryCode } from '../../src/domain/country.ts'
import { parsePhoneNumber } from '../../src/domain/phone-number.ts'
import { isCommonPassword } from './common-passwords.ts'

/** An address as accounts are found by it: no surrounding space, lower case, composed. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** E.164 of a number as people of that country write it, null for none; undefined for what is no number. */
export function toPhone(typed: string | null | undefined, country: CountryCode): string | null | undefined {
  return typed === undefined || typed === null || typed === '' ? null : parsePhoneNumber(typed, country)
}

/** True for a password that is tried first by anyone: one character repeated, a common one, or the address itself. */
export function isWeakPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  return new Set(text).size < 3 || isCommonPassword(password) || text === normaliseEmail(email)
}
