import type { CountryCode } from '../domain/country.ts'
import type { formatPhoneNumber, parsePhoneNumber } from '../domain/phone-number.ts'
import { withoutInvisible } from '../lib/plain-text.ts'
import { systemTimers } from '../lib/timers.ts'
import type { FieldProblem } from './field-checks.ts'

export interface PhoneRules {
  readonly parsePhoneNumber: typeof parsePhoneNumber
  readonly formatPhoneNumber: typeof formatPhoneNumber
}

export const PHONE_MAX = 32
/** How long a form waits for the rules; the provider checks numbers as well. */
const LOAD_MS = 8_000

/**
 * Loads the world's numbering plans when a form needs them; undefined when they cannot be loaded. Later calls return at
 * once.
 */
export async function loadPhoneRules(): Promise<PhoneRules | undefined> {
  let callOff = () => {}
  const givenUp = new Promise<undefined>((resolve) => {
    callOff = systemTimers.after(LOAD_MS, () => resolve(undefined))
  })
  const loaded = import('../domain/phone-number.ts').catch(() => undefined)
  const rules = await Promise.race([loaded, givenUp])
  callOff()
  return rules
}

/** Returns a number as typed, without invisible characters from a paste. */
export const toTypedPhone = (text: string): string => withoutInvisible(text).trim()

/** Waits for the rules and checks the number. Without the rules (no signal), the provider checks it. */
export async function checkPhone(typed: string, country: CountryCode): Promise<FieldProblem | undefined> {
  const text = toTypedPhone(typed)
  if (text === '') return undefined
  if (text.length > PHONE_MAX) return 'too_long'
  const rules = await loadPhoneRules()
  return rules === undefined || rules.parsePhoneNumber(text, country) !== undefined ? undefined : 'phone'
}

/** Returns the number to send: E.164, null for none; as typed when the rules are not available. */
export async function toWirePhone(typed: string, country: CountryCode): Promise<string | null> {
  const text = toTypedPhone(typed)
  if (text === '') return null
  return (await loadPhoneRules())?.parsePhoneNumber(text, country) ?? text
}
