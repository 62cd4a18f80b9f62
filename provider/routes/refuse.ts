import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { formatAmount } from '../messages/format.ts'
import type { Refusal } from '../rules/refusal.ts'

/** Turns a refusal into an answer, with amounts formatted in the caller's language. */
export function refuse(c: Context<AppEnv>, refusal: Refusal): Response {
  const language = c.get('language')
  const { code, fields, extra, amounts, currency, retryAfterSeconds, say } = refusal
  const amountFacts = Object.entries(currency === undefined ? {} : (amounts ?? {})).map(([name, amountMinor]) => [
    name,
    currency === undefined ? '' : formatAmount(amountMinor, currency, language),
  ])
  return problem(c, code, {
    facts: { ...(Object.fromEntries(amountFacts) as Record<string, string>), ...say?.(language) },
    ...(fields === undefined ? {} : { fields }),
    ...(extra === undefined ? {} : { extra }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
