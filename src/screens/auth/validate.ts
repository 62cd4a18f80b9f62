/** What the specification's forms refuse before anything is sent. */
export type FieldProblem = 'required' | 'email' | 'password_short' | 'code'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PASSWORD_MIN = 8

/** What the driver typed in one field; passwords keep their spaces. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export const checkRequired = (value: string): FieldProblem | undefined => (value.trim() === '' ? 'required' : undefined)

export const checkEmail = (value: string): FieldProblem | undefined =>
  checkRequired(value) ?? (EMAIL.test(value.trim()) ? undefined : 'email')

export const checkPassword = (value: string): FieldProblem | undefined =>
  value === '' ? 'required' : value.length < PASSWORD_MIN ? 'password_short' : undefined

/** A code pasted as "123 456" is the code. */
export const toCode = (value: string): string => value.replace(/[\s-]/g, '')

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
