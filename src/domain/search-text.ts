import { toPlainText } from '../lib/plain-text.ts'

/** Letters that NFD does not take apart. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** More words than this no park has: the provider takes no longer text. */
export const SEARCH_MAX = 120

/** A search counts and shows this many car parks and no more: more pages than anybody turns, and what one question may cost. */
export const SEARCH_LIMIT = 2_000

/** What was typed or pasted to search for, as it stands in an address: its beginning, where it is very long. */
export const toSearchText = (typed: string): string =>
  toPlainText(typed)
    .slice(0, SEARCH_MAX)
    // Never half of an emoji.
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

const OTHER_THAN_ASCII = /[^ -~]/
const HALF_LETTER = /[\ud800-\udfff]/

/** Accents stripped: what has none, as most names, is left as it is. */
const withoutAccents = (text: string): string =>
  OTHER_THAN_ASCII.test(text)
    ? text
        .normalize('NFD')
        // Marks vanish; an apostrophe splits like every other sign, so that L'Île is found by ile.
        .replace(/\p{M}/gu, '')
        .replace(/[œæßøłđı]/g, (letter) => LIGATURES[letter] ?? letter)
    : text

/** Lower case, accents stripped, everything but letters and digits turned into single spaces: `Thiès-Nord` is `thies nord`. */
export const normaliseText = (text: string): string =>
  withoutAccents(text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The different words of a text, normalised, in order. */
export function searchTokens(text: string): readonly string[] {
  const normalised = normaliseText(text)
  return normalised === '' ? [] : [...new Set(normalised.split(' '))]
}

/** Its first three letters, or all that it has. */
export function startOf(token: string): string {
  const head = token.slice(0, 3)
  // Never half of a letter that takes two places.
  return HALF_LETTER.test(head) ? Array.from(token).slice(0, 3).join('') : head
}

/** Those of all tokens, each once. */
export const startsOf = (tokens: readonly string[]): readonly string[] => [...new Set(tokens.map(startOf))]

/** Whether each word asked for begins some word of the row. */
export const matchesTokens = (rowTokens: readonly string[], queryTokens: readonly string[]): boolean =>
  queryTokens.every((wanted) => rowTokens.some((token) => token.startsWith(wanted)))
