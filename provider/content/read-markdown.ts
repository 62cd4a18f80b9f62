import { Lexer, type Token, type Tokens } from 'marked'
import { type Block, readableText, SAFE_HREF, type Span } from '../../src/domain/article.ts'
import { normaliseText } from '../../src/domain/search-text.ts'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The size of a picture by its file name; undefined when there is no such picture. */
export type SizeOf = (name: string) => PictureSize | undefined

const PICTURES = '/api/v1/blog/pictures/'

const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'br') return ' '
      return 'tokens' in token && token.tokens !== undefined
        ? wordsOf(token.tokens)
        : 'text' in token
          ? String(token.text)
          : token.raw
    })
    .join('')

/** HTML in the text stays plain text: `<script>` is displayed and never executed. */
function toSpan(token: Token): readonly Span[] {
  const text = wordsOf([token])
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ kind: token.type, text }]
    case 'codespan':
      return [{ kind: 'code', text }]
    case 'link': {
      const href = String(token.href)
      return [SAFE_HREF.test(href) ? { kind: 'link', text, href } : { kind: 'text', text }]
    }
    case 'html':
      return [{ kind: 'text', text: token.raw }]
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? toSpans(token.tokens) : [{ kind: 'text', text }]
    default:
      return [{ kind: 'text', text }]
  }
}

/** Merges adjacent text spans. */
function toSpans(tokens: readonly Token[]): Span[] {
  const spans: Span[] = []
  for (const span of tokens.flatMap(toSpan)) {
    const last = spans.at(-1)
    if (span.kind === 'text' && last?.kind === 'text')
      spans[spans.length - 1] = { kind: 'text', text: last.text + span.text }
    else spans.push(span)
  }
  return spans
}

function toPicture(token: Token, sizeOf: SizeOf): Block | null {
  if (token.type !== 'image') return null
  const { href, text } = token as Tokens.Image
  const size = sizeOf(href)
  return size === undefined ? null : { kind: 'picture', src: PICTURES + href, alt: text, ...size }
}

export const anchorOf = (text: string): string => normaliseText(text).replaceAll(' ', '-')

function toBlocks(token: Token, sizeOf: SizeOf): readonly Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return []
    case 'heading': {
      const text = wordsOf(token.tokens ?? [])
      return [{ kind: 'heading', id: anchorOf(text), text }]
    }
    case 'paragraph': {
      const [only, ...others] = token.tokens ?? []
      const picture = only === undefined || others.length > 0 ? null : toPicture(only, sizeOf)
      return [picture ?? { kind: 'paragraph', spans: toSpans(token.tokens ?? []) }]
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [{ kind: ordered ? 'steps' : 'list', items: items.map((item) => toSpans(item.tokens)) }]
    }
    case 'blockquote':
      return [
        {
          kind: 'note',
          spans: toSpans((token.tokens ?? []).flatMap((part) => ('tokens' in part ? (part.tokens ?? []) : [part]))),
        },
      ]
    default:
      // Code, tables and HTML become plain text.
      return [
        { kind: 'paragraph', spans: [{ kind: 'text', text: 'text' in token ? String(token.text).trim() : token.raw }] },
      ]
  }
}

/**
 * Parses an article into blocks free of markup. @param sizeOf returns a picture's size; a picture unknown to it becomes
 * its alt text
 */
export const readMarkdown = (text: string, sizeOf: SizeOf = () => undefined): Block[] =>
  new Lexer({ gfm: true }).lex(text).flatMap((token) => toBlocks(token, sizeOf))

const WORDS_A_MINUTE = 200

/** Whole minutes, at least one. */
export const minutesToRead = (blocks: readonly Block[]): number =>
  Math.max(1, Math.round(readableText(blocks).split(/\s+/).length / WORDS_A_MINUTE))
