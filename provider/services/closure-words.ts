/** The wording of closures in emails and notifications. */
import type { Language } from '../messages/language.ts'
import { formatMoment } from '../messages/format-stay.ts'
import type { ClosureNews } from '../repositories/closure-news.ts'

interface Reader {
  readonly language: Language
  /** The car park's time zone. */
  readonly timezone: string
  readonly nowMs: number
}

/** An operator writes a few words; they appear between sentences, so they need a full stop. */
const toSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** `from` is empty when the closure has already begun. */
export const closureFacts = ({ starts_ms: startsMs, reason }: ClosureNews, { language, timezone, nowMs }: Reader) => ({
  reason: toSentence(reason[language]),
  from: startsMs > nowMs ? formatMoment(startsMs, timezone, language) : '',
})
