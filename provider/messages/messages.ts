import type { ErrorCode } from '../../src/domain/error-codes.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

export type Language = 'en' | 'fr'

/** What is wrong with one field of a request. */
export type FieldCode =
  | 'required'
  | 'invalid'
  | 'too_short'
  | 'too_long'
  | 'out_of_range'
  | 'unknown_field'
  | 'phone'
  | 'park_id_required'

/** Values already formatted for the language, named in braces by a text: `{missing}`. */
export type Facts = Readonly<Record<string, string>>

export interface ProblemText {
  readonly title: string
  readonly detail: string
  /** Used instead of `detail` when every fact that it names is given. */
  readonly detailWithFacts?: string
}

export interface Messages {
  readonly problems: Readonly<Record<ErrorCode, ProblemText>>
  readonly fields: Readonly<Record<FieldCode, string>>
  readonly documentation: { readonly title: string; readonly intro: string }
}

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

/** The text of a problem in `language`; facts that the text names are put in. */
export function problemText(
  language: Language,
  code: ErrorCode,
  facts: Facts = {},
): { readonly title: string; readonly detail: string } {
  const { title, detail, detailWithFacts } = MESSAGES[language].problems[code]
  const withFacts = detailWithFacts === undefined ? undefined : fill(detailWithFacts, facts)
  return { title, detail: withFacts ?? detail }
}

/** Best language of an Accept-Language header; English when none fits. */
export function pickLanguage(header: string | undefined): Language {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return { tag: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter((candidate) => candidate.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  const found = ranked.find(({ tag }) => tag === 'en' || tag === 'fr')
  return found?.tag === 'fr' ? 'fr' : 'en'
}
