import type { CountryCode } from '../../src/domain/country.ts'
import { parsePhoneNumber } from '../../src/domain/phone-number.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isContextPassword } from './context-words.ts'

/** An address as accounts are found by it: no surrounding space, lower case, composed. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** E.164 of a number as people of that country write it, null for none; undefined for what is no number. */
export function toPhone(typed: string | null | undefined, country: CountryCode): string | null | undefined {
  return typed === undefined || typed === null || typed === '' ? null : parsePhoneNumber(typed, country)
}

/** True for a password that is tried first by anyone: one character repeated, a common one, the address itself, or little more than a word of this place. */
export function isWeakPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 3 || text === normaliseEmail(email)) return true
  return isCommonPassword(password) || isContextPassword(password, email)
}
