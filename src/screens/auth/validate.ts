import { EMAIL_REGEX } from 'valibot'

/** What the specification's forms refuse before anything is sent, and what the provider would refuse. */
export type FieldProblem = 'required' | 'email' | 'password_short' | 'too_long' | 'code'

const EMAIL_MAX = 254
const NAME_MAX = 120
const PASSWORD_MIN = 8
const PASSWORD_MAX = 256

/** Signs that no keyboard shows and that come along when text is copied: direction marks, zero-width spaces, a byte order mark. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** What the driver typed in one field; passwords keep their spaces. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** An address as it was meant, whatever was copied with it. */
export const toEmail = (value: string): string => value.replace(INVISIBLE, '').trim()

export const checkRequired = (value: string): FieldProblem | undefined => (value.trim() === '' ? 'required' : undefined)

export const checkName = (value: string): FieldProblem | undefined =>
  checkRequired(value) ?? (value.trim().length > NAME_MAX ? 'too_long' : undefined)

export function checkEmail(value: string): FieldProblem | undefined {
  const email = toEmail(value)
  if (email === '') return 'required'
  // Its length first: no pattern is run over ten kilobytes.
  return email.length <= EMAIL_MAX && EMAIL_REGEX.test(email) ? undefined : 'email'
}

export function checkPassword(value: string): FieldProblem | undefined {
  if (value === '') return 'required'
  if (value.length < PASSWORD_MIN) return 'password_short'
  return value.length > PASSWORD_MAX ? 'too_long' : undefined
}

/** A code pasted as "123 456", or in wide digits, is the code. */
export const toCode = (value: string): string => value.normalize('NFKC').replace(INVISIBLE, '').replace(/[\s-]/g, '')

export const checkCode = (value: string): FieldProblem | undefined =>
  checkRequired(value) ?? (/^\d{6}$/.test(toCode(value)) ? undefined : 'code')

/** The problems by field name, without the fields that are fine. */
export function findProblems<Name extends string>(
  checks: Readonly<Record<Name, FieldProblem | undefined>>,
): Partial<Record<Name, FieldProblem>> {
  return Object.fromEntries(Object.entries(checks).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<Name, FieldProblem>
  >
}
