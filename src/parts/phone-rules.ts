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
/** Nobody waits longer for a file: the provider knows the rules too. */
const LOAD_MS = 8_000

/** The numbering plans of the world, which come when a form asks for a number; undefined with no signal. Asked again, they are there at once. */
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

/** A number as it was typed, without what a paste brought along. */
export const toTypedPhone = (text: string): string => withoutInvisible(text).trim()

/** Waits for the rules. Without them, which came with no signal, the provider is the one to say what is wrong. */
export async function checkPhone(typed: string, country: CountryCode): Promise<FieldProblem | undefined> {
  const text = toTypedPhone(typed)
  if (text === '') return undefined
  if (text.length > PHONE_MAX) return 'too_long'
  const rules = await loadPhoneRules()
  return rules === undefined || rules.parsePhoneNumber(text, country) !== undefined ? undefined : 'phone'
}

/** What goes on the wire: E.164, null for none; as it was typed where the rules are not here. */
export async function toWirePhone(typed: string, country: CountryCode): Promise<string | null> {
  const text = toTypedPhone(typed)
  if (text === '') return null
  return (await loadPhoneRules())?.parsePhoneNumber(text, country) ?? text
}
