import { toPlainText } from '../lib/plain-text.ts'
import type { SpaceOffer } from './space-offer.ts'

/** What somebody writes to us about: `demo` asks for a demonstration, `business` for a business account, `charger` and `space` offer a place to rent out. */
export const CONTACT_TOPICS = ['contact', 'demo', 'business', 'charger', 'space'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** As the driver means it. */
export interface ContactMessage {
  readonly topic: ContactTopic
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly text: string
  /** Of the topics `charger` and `space`. */
  readonly offer?: SpaceOffer
}

export const isOfferTopic = (topic: ContactTopic): boolean => topic === 'charger' || topic === 'space'

/** Longest message, in UTF-16 units. */
export const CONTACT_TEXT_MAX = 2_000

/** People take longer to write; what fills in forms by itself does not. */
export const CONTACT_FORM_MIN_MS = 3_000
/** Of a form that lies open. */
export const CONTACT_FORM_MAX_MS = 24 * 3_600_000

/** The words as they are kept: each line as plain text, no more than one empty line between two. */
export const toContactText = (typed: string): string =>
  typed
    .split(/\r\n?|\n/)
    .map(toPlainText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Whether a name or address would be more than one line of an email's head. */
export const hasLineBreak = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
