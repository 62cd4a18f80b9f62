import type { Language } from '../../src/lib/language.ts'
import { NEVER } from './never-words.ts'

/** A text that is shown, spoken or sent, and its location. */
export interface Text {
  readonly at: string
  readonly text: string
}

/** Removes placeholders and tags such as `{park}`, which are names from the code. */
const withoutPlaceholders = (text: string): string =>
  text.replaceAll(/\{(\w+)\}|<\/?\d+\/?>/g, '·').replaceAll(/\{(\w+), plural,/g, '{')

/** Matches whole words; a trailing `*` matches any ending. */
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

/** The refused words in one text, spelled as in the text. */
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

/** One line per refused word; `allowed` lists the texts that may keep one, each with its reason. */
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
