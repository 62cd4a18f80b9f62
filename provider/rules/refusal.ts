import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Language } from '../messages/language.ts'
import type { FieldCode, FieldProblem } from '../messages/shapes.ts'

/** Why a rule said no, before it is known in which language it is told. */
export interface Refusal {
  readonly code: ErrorCode
  readonly fields?: readonly FieldProblem[]
  readonly extra?: Readonly<Record<string, unknown>>
  /** Amounts that the text names, minor units of `currency`. */
  readonly amounts?: Readonly<Record<string, number>>
  readonly currency?: Currency
  /** Facts that need more than an amount. */
  readonly say?: (language: Language) => Readonly<Record<string, string>>
}

/** Why something that an operator wants is refused: to a program, and in words to whoever types a command. */
export interface Objection extends Refusal {
  readonly words: string
}

/** Of one field of what an operator wrote. */
export const objectTo = (field: string, words: string, code: FieldCode = 'invalid'): Objection => ({
  code: 'validation_failed',
  fields: [{ field, code }],
  words,
})

/** Of a coupon, which its field says. */
export const couponRefusal = (code: ErrorCode, facts: Partial<Refusal> = {}): Refusal => ({
  code,
  fields: [{ field: 'promo_code', code }],
  ...facts,
})
