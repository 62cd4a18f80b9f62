import type { Context } from 'hono'
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { Currency } from '../../src/domain/money.ts'
import { formatAmount } from '../messages/format.ts'
import type { Language } from '../messages/messages.ts'
import type { AppEnv } from './app-env.ts'
import { problem, type ProblemOptions } from './problem.ts'

/** Why a rule said no, before it is known in which language it is told. */
export interface Refusal {
  readonly code: ErrorCode
  readonly fields?: ProblemOptions['fields']
  readonly extra?: ProblemOptions['extra']
  /** Amounts that the text names, minor units of `currency`. */
  readonly amounts?: Readonly<Record<string, number>>
  readonly currency?: Currency
  /** Facts that need more than an amount. */
  readonly say?: (language: Language) => Readonly<Record<string, string>>
}

export function refuse(c: Context<AppEnv>, refusal: Refusal): Response {
  const language = c.get('language')
  const { code, fields, extra, amounts, currency, say } = refusal
  const amountFacts = Object.entries(currency === undefined ? {} : (amounts ?? {})).map(([name, amountMinor]) => [
    name,
    currency === undefined ? '' : formatAmount(amountMinor, currency, language),
  ])
  return problem(c, code, {
    facts: { ...(Object.fromEntries(amountFacts) as Record<string, string>), ...say?.(language) },
    ...(fields === undefined ? {} : { fields }),
    ...(extra === undefined ? {} : { extra }),
  })
}
