import { EMAIL_REGEX } from 'valibot'

/** What the forms of this page refuse before anything is sent. */
export type FieldProblem = 'required' | 'too_long' | 'email' | 'same_email' | 'phone' | 'code'

const NAME_MAX = 120
const EMAIL_MAX = 254
const PASSWORD_MAX = 256
export const PHONE_MAX = 32

/** Signs that no keyboard shows and that come along when text is copied. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

export const toPlain = (value: string): string => value.replace(INVISIBLE, '').trim()

/** "123 456" is the code, in wide digits too. */
export const toCode = (value: string): string => toPlain(value.normalize('NFKC')).replace(/[\s-]/g, '')

export function checkName(value: string): FieldProblem | undefined {
  if (value.trim() === '') return 'required'
  return value.trim().length > NAME_MAX ? 'too_long' : undefined
}

export function checkPassword(value: string): FieldProblem | undefined {
  if (value === '') return 'required'
  return value.length > PASSWORD_MAX ? 'too_long' : undefined
}

export function checkNewEmail(value: string, current: string): FieldProblem | undefined {
  const email = toPlain(value)
  if (email === '') return 'required'
  // Its length first: no pattern is run over ten kilobytes.
  if (email.length > EMAIL_MAX || !EMAIL_REGEX.test(email)) return 'email'
  return email.toLowerCase() === current ? 'same_email' : undefined
}

export function checkCode(value: string): FieldProblem | undefined {
  if (value.trim() === '') return 'required'
  return /^\d{6}$/.test(toCode(value)) ? undefined : 'code'
}

/** The problems by field name, without the fields that are fine. */
export const findProblems = <Name extends string>(
  checks: Readonly<Record<Name, FieldProblem | undefined>>,
): Partial<Record<Name, FieldProblem>> =>
  Object.fromEntries(Object.entries(checks).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<Name, FieldProblem>
  >
