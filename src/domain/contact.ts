import { toPlainText } from '../lib/plain-text.ts'
import type { SpaceOffer } from './space-offer.ts'

/**
 * Topics of messages to support: `demo` requests a demonstration, `business` a business account; `charger` and `space`
 * offer a place to rent out.
 */
export const CONTACT_TOPICS = ['contact', 'demo', 'business', 'charger', 'space'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** A message before cleaning and sending. */
export interface ContactMessage {
  readonly topic: ContactTopic
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly text: string
  /** Only for the topics `charger` and `space`. */
  readonly offer?: SpaceOffer
}

export const isOfferTopic = (topic: ContactTopic): boolean => topic === 'charger' || topic === 'space'

/** Maximum message length, in UTF-16 units. */
export const CONTACT_TEXT_MAX = 2_000

/** People take longer to fill in the form; bots do not. */
export const CONTACT_FORM_MIN_MS = 3_000
/** Limit for a form left open. */
export const CONTACT_FORM_MAX_MS = 24 * 3_600_000

/** Cleans a message for storage: each line as plain text, at most one empty line in a row. */
export const toContactText = (typed: string): string =>
  typed
    .split(/\r\n?|\n/)
    .map(toPlainText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Whether a name or address contains a line break, which would allow email header injection. */
export const hasLineBreak = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
