import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Language } from '../messages/language.ts'
import type { FieldCode, FieldProblem } from '../messages/shapes.ts'

/** Why a rule refused, before the language of the answer is known. */
export interface Refusal {
  readonly code: ErrorCode
  readonly fields?: readonly FieldProblem[]
  readonly extra?: Readonly<Record<string, unknown>>
  /** Amounts for the text, minor units of `currency`. */
  readonly amounts?: Readonly<Record<string, number>>
  readonly currency?: Currency
  /** For `rate_limited`. */
  readonly retryAfterSeconds?: number
  /** Facts that are not amounts. */
  readonly say?: (language: Language) => Readonly<Record<string, string>>
}

/** Why an operator's request is refused: as a code for programs, and in words for the user of a command. */
export interface Objection extends Refusal {
  readonly words: string
}

/** Objects to one field of an operator's input. */
export const objectTo = (field: string, words: string, code: FieldCode = 'invalid'): Objection => ({
  code: 'validation_failed',
  fields: [{ field, code }],
  words,
})

/** Refuses a coupon, on its own field. */
export const couponRefusal = (code: ErrorCode, facts: Partial<Refusal> = {}): Refusal => ({
  code,
  fields: [{ field: 'promo_code', code }],
  ...facts,
})
