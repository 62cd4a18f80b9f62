/** A run of text in one style. */
export type Span =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A block of an article. Structured data, never markup, so the phone cannot execute any of it. */
export type Block =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph' | 'note'; readonly spans: readonly Span[] }
  | { readonly kind: 'list' | 'steps'; readonly items: ReadonlyArray<readonly Span[]> }
  | {
      readonly kind: 'picture'
      readonly src: string
      readonly alt: string
      readonly width: number
      readonly height: number
    }

export const HELP_TOPICS = ['passes', 'bookings', 'money', 'offline', 'account', 'baywise'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

export interface HelpArticle {
  /**
   * Last part of its URL, `/help/withdraw-money`, the same in both languages. For pages about Baywise it is the whole
   * path: `/careers`.
   */
  readonly slug: string
  readonly topic: HelpTopic
  readonly title: string
  /** Date, `2026-11-25`. */
  readonly changed: string
  readonly minutes: number
  readonly blocks: readonly Block[]
}

/** Allowed link targets: https, an email address, a page of the app, an anchor on the same page. Never a script. */
export const SAFE_HREF = /^(?:https:\/\/|mailto:|\/(?![/\\])|#)/

const partsOf = (block: Block): ReadonlyArray<readonly Span[]> => {
  if (block.kind === 'paragraph' || block.kind === 'note') return [block.spans]
  return block.kind === 'list' || block.kind === 'steps' ? block.items : []
}

/** Returns every link of an article. */
export const linksIn = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .flatMap(partsOf)
    .flat()
    .flatMap((span) => (span.kind === 'link' ? [span.href] : []))

/** Returns the article's readable text, one line per piece. */
export const readableText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => {
      if (block.kind === 'heading') return [block.text]
      if (block.kind === 'picture') return [block.alt]
      return partsOf(block).map((spans) => spans.map(({ text }) => text).join(''))
    })
    .join('\n')
