import type { Text } from './word-findings.ts'

/** What each rule refuses in a French text. Addresses, ICU selectors and machine-readable times are removed first. */
const RULES: ReadonlyArray<readonly [refused: RegExp, rule: string]> = [
  [/[^\s\u202f·][;!?]|[ \u00a0][;!?]/u, 'U+202F before ; ! ?'],
  [/[^\s\u00a0·]:(?=\s|$)|[ \u202f]:/u, 'U+00A0 before a colon'],
  [/[^\u00a0]»|«[^\u00a0]/u, 'U+00A0 inside « »'],
  [/(?:[\d·]|[ \u202f])%/u, 'U+00A0 before %'],
  [/\d (?:km|m|min|h|s|Mo|Go|ko|F|€|\$)(?![\p{L}\d])/u, 'U+00A0 between a figure and its unit'],
  [/\d[ .]\d{3}(?!\d)/u, 'U+202F between thousands'],
  [/\p{L}'\p{L}|"/u, '’ and « », never straight marks'],
  [/\.\.\./u, '… and not three full stops'],
]

/**
 * Keeps the texts of `{name, plural, one {…} other {…}}`; replaces placeholders, tags and addresses with a symbol that
 * no rule matches.
 */
const readable = (text: string): string =>
  text
    .replaceAll(/\{\w+, plural,/g, '')
    .replaceAll(/\b(?:one|many|other|=\d+) \{/g, ' {')
    .replaceAll(/https?:\/\/\S+/g, '·')
    .replaceAll(/\{\w+\}|<\/?\d+\/?>/g, '·')
    // HTTP header names keep HTTP's spelling.
    .replaceAll('Content-Type:', '·')

/** One line per rule broken by a French text. */
export const spacingFindings = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ at, text }) =>
    RULES.filter(([refused]) => refused.test(readable(text))).map(([, rule]) => `${at}: ${rule}: ${text}`),
  )
