import { EMAIL, toEmail } from '../domain/email.ts'
import { toPlainText, withoutInvisible } from '../lib/plain-text.ts'

/** Problems that a form finds before sending, and that the provider would refuse. */
export type FieldProblem =
  | 'required'
  | 'email'
  | 'same_email'
  | 'password_short'
  | 'too_short'
  | 'too_long'
  | 'phone'
  | 'code'
  | 'number'
  | 'power'
  | 'amount'

export const NAME_MAX = 120
const ENTRY_MIN = 3
const PASSWORD_MIN = 8
const PASSWORD_MAX = 256

/** Returns the text exactly as typed: passwords keep their spaces. */
export const rawTextOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns names of people and things, in any script, in their stored form. */
export const plainTextOf = (form: FormData, name: string): string => toPlainText(rawTextOf(form, name))

export const emailOf = (form: FormData, name: string): string => toEmail(rawTextOf(form, name))

export const checkOptional = (value: string, longest: number): FieldProblem | undefined =>
  toPlainText(value).length > longest ? 'too_long' : undefined

export const checkName = (value: string): FieldProblem | undefined =>
  toPlainText(value) === '' ? 'required' : checkOptional(value, NAME_MAX)

/** Checks a reason or a reference, which other people must be able to make sense of. */
export function checkEntry(text: string, longest: number): FieldProblem | undefined {
  if (text === '') return 'required'
  return text.length < ENTRY_MIN ? 'too_short' : checkOptional(text, longest)
}

export function checkEmail(value: string): FieldProblem | undefined {
  const email = toEmail(value)
  if (email === '') return 'required'
  return EMAIL.test(email) ? undefined : 'email'
}

export const checkNewEmail = (value: string, current: string): FieldProblem | undefined =>
  checkEmail(value) ?? (toEmail(value).toLowerCase() === current ? 'same_email' : undefined)

/** Checks an existing password: it may be shorter than a new one must be. */
export function checkCurrentPassword(value: string): FieldProblem | undefined {
  if (value === '') return 'required'
  return value.length > PASSWORD_MAX ? 'too_long' : undefined
}

export const checkPassword = (value: string): FieldProblem | undefined =>
  value !== '' && value.length < PASSWORD_MIN ? 'password_short' : checkCurrentPassword(value)

/** Normalises a code pasted as "123 456" or in full-width digits. */
export const toCode = (value: string): string => withoutInvisible(value.normalize('NFKC')).replace(/[\s-]/g, '')

export function checkCode(value: string): FieldProblem | undefined {
  const code = toCode(value)
  if (code === '') return 'required'
  return /^\d{6}$/.test(code) ? undefined : 'code'
}

/** Returns the problems by field name, without the valid fields. */
export const findProblems = <Name extends string>(
  checks: Readonly<Record<Name, FieldProblem | undefined>>,
): Partial<Record<Name, FieldProblem>> =>
  Object.fromEntries(Object.entries(checks).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<Name, FieldProblem>
  >
