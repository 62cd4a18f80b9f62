import { toPlainText } from '../lib/plain-text.ts'

/** Letters that NFD does not decompose. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** No park has more text than this; the provider accepts no longer query. */
export const SEARCH_MAX = 120

/**
 * Maximum number of car parks that a search counts and shows: more than anyone pages through, and a bound on the cost
 * of one query.
 */
export const SEARCH_LIMIT = 2_000

/** Cleans typed or pasted text for a search URL, truncating long text. */
export const toSearchText = (typed: string): string =>
  toPlainText(typed)
    .slice(0, SEARCH_MAX)
    // A truncated text must not end in half an emoji.
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

const OTHER_THAN_ASCII = /[^ -~]/
const HALF_LETTER = /[\ud800-\udfff]/

/** Strips accents; ASCII text, which most names are, is returned unchanged. */
const withoutAccents = (text: string): string =>
  OTHER_THAN_ASCII.test(text)
    ? text
        .normalize('NFD')
        // Marks are removed. An apostrophe separates words like other punctuation, so that "ile" finds L'Île.
        .replace(/\p{M}/gu, '')
        .replace(/[œæßøłđı]/g, (letter) => LIGATURES[letter] ?? letter)
    : text

/**
 * Converts to lower case, strips accents, and turns all but letters and digits into single spaces: `Thiès-Nord` becomes
 * `thies nord`.
 */
export const normaliseText = (text: string): string =>
  withoutAccents(text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the distinct words of a text, normalised, in order. */
export function searchTokens(text: string): readonly string[] {
  const normalised = normaliseText(text)
  return normalised === '' ? [] : [...new Set(normalised.split(' '))]
}

/** Returns the first three letters, or the whole token if it is shorter. */
export function startOf(token: string): string {
  const head = token.slice(0, 3)
  // Do not split a surrogate pair.
  return HALF_LETTER.test(head) ? Array.from(token).slice(0, 3).join('') : head
}

/** Returns the distinct starts of all tokens. */
export const startsOf = (tokens: readonly string[]): readonly string[] => [...new Set(tokens.map(startOf))]

/** Whether each query word is the beginning of some word of the row. */
export const matchesTokens = (rowTokens: readonly string[], queryTokens: readonly string[]): boolean =>
  queryTokens.every((wanted) => rowTokens.some((token) => token.startsWith(wanted)))
