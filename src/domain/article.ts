/** A stretch of text of one kind. */
export type Span =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A piece of an article. None of it is markup, so that a phone draws it and runs none of it. */
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
  /** The end of its address, `/help/withdraw-money`, the same in both languages. Of Baywise itself it is the whole: `/careers`. */
  readonly slug: string
  readonly topic: HelpTopic
  readonly title: string
  /** A day, `2026-11-25`. */
  readonly changed: string
  readonly minutes: number
  readonly blocks: readonly Block[]
}

/** Where a link of a text may lead: https, an email address, a page of the app, a place on the same page. Never a script. */
export const SAFE_HREF = /^(?:https:\/\/|mailto:|\/(?![/\\])|#)/

const partsOf = (block: Block): ReadonlyArray<readonly Span[]> => {
  if (block.kind === 'paragraph' || block.kind === 'note') return [block.spans]
  return block.kind === 'list' || block.kind === 'steps' ? block.items : []
}

/** Every link of an article. */
export const linksIn = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .flatMap(partsOf)
    .flat()
    .flatMap((span) => (span.kind === 'link' ? [span.href] : []))

/** All that is read of an article, a line a piece. */
export const readableText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => {
      if (block.kind === 'heading') return [block.text]
      if (block.kind === 'picture') return [block.alt]
      return partsOf(block).map((spans) => spans.map(({ text }) => text).join(''))
    })
    .join('\n')
