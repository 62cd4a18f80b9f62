import type { Language } from '../../src/lib/language.ts'
import { NEVER } from './never-words.ts'

/** A text that is shown, said or sent, and where it stands. */
export interface Text {
  readonly at: string
  readonly text: string
}

/** Placeholders and tags are names of the code, `{park}`, and no words. */
const withoutPlaceholders = (text: string): string =>
  text.replaceAll(/\{(\w+)\}|<\/?\d+\/?>/g, '·').replaceAll(/\{(\w+), plural,/g, '{')

/** No letter before and none after; a trailing `*` stands for any ending. */
const patternOf = (words: readonly string[]): RegExp => {
  const alternatives = words.map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}\\p{L}*` : word))
  return new RegExp(`(?<![\\p{L}-])(?:${alternatives.join('|')})(?![\\p{L}])`, 'giu')
}

interface Compiled {
  readonly pattern: RegExp
  readonly unless: RegExp | null
  readonly say: string
}

const compile = (language: Language): readonly Compiled[] =>
  NEVER[language].map(({ never, say, unless }) => ({
    pattern: patternOf(never),
    unless: unless === undefined ? null : patternOf(unless),
    say,
  }))

const COMPILED: Readonly<Record<Language, readonly Compiled[]>> = { en: compile('en'), fr: compile('fr') }

/** The refused words of one text, as it writes them. */
export function refusedWordsIn(
  language: Language,
  text: string,
): Array<{ readonly word: string; readonly say: string }> {
  const plain = withoutPlaceholders(text).replaceAll(/[\u00a0\u202f]/g, ' ')
  return COMPILED[language].flatMap(({ pattern, unless, say }) => {
    const searched = unless === null ? plain : plain.replaceAll(unless, '·')
    return Array.from(searched.matchAll(pattern), ([word]) => ({ word, say }))
  })
}

/** One line a refused word; `allowed` are the texts that keep it, each with its reason. */
export const wordFindings = (
  language: Language,
  texts: readonly Text[],
  allowed: Readonly<Record<string, string>>,
): string[] =>
  texts
    .filter(({ text }) => allowed[text] === undefined)
    .flatMap(({ at, text }) =>
      refusedWordsIn(language, text).map(({ word, say }) => `${at}: "${word}", say ${say}: ${text}`),
    )
