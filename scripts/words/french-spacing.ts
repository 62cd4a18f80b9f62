import type { Text } from './word-findings.ts'

/** What each rule refuses in a French text. Addresses, ICU selectors and clock times of machines are taken out before. */
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

/** `{name, plural, one {…} other {…}}` keeps its texts; placeholders, tags and addresses become a mark that no rule knows. */
const readable = (text: string): string =>
  text
    .replaceAll(/\{\w+, plural,/g, '')
    .replaceAll(/\b(?:one|many|other|=\d+) \{/g, ' {')
    .replaceAll(/https?:\/\/\S+/g, '·')
    .replaceAll(/\{\w+\}|<\/?\d+\/?>/g, '·')
    // A header is written as HTTP has it.
    .replaceAll('Content-Type:', '·')

/** One line a rule that a French text breaks. */
export const spacingFindings = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ at, text }) =>
    RULES.filter(([refused]) => refused.test(readable(text))).map(([, rule]) => `${at}: ${rule}: ${text}`),
  )
