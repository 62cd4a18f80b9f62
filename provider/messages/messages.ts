import type { ErrorCode } from '../../src/domain/error-codes.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { Language } from './language.ts'
import type { Facts, Messages } from './shapes.ts'

export const MESSAGES: Readonly<Record<Language, Messages>> = { en, fr }

const fill = (text: string, facts: Facts): string | undefined => {
  let complete = true
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name]
    if (value === undefined) complete = false
    return value ?? ''
  })
  return complete ? filled : undefined
}

/** Returns the text of a problem in `language`, with its facts filled in. */
export function problemText(
  language: Language,
  code: ErrorCode,
  facts: Facts = {},
): { readonly title: string; readonly detail: string } {
  const { title, detail, detailWithFacts } = MESSAGES[language].problems[code]
  const withFacts = detailWithFacts === undefined ? undefined : fill(detailWithFacts, facts)
  return { title, detail: withFacts ?? detail }
}
