/** How closures are told in emails and notifications. */
import type { Language } from '../messages/language.ts'
import { formatMoment } from '../messages/format-stay.ts'
import type { ClosureNews } from '../repositories/closure-news.ts'

interface Reader {
  readonly language: Language
  /** Of the car park. */
  readonly timezone: string
  readonly nowMs: number
}

/** An operator writes a few words, which stand between sentences. */
const toSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** `from` is empty where it is closed already. */
export const closureFacts = ({ starts_ms: startsMs, reason }: ClosureNews, { language, timezone, nowMs }: Reader) => ({
  reason: toSentence(reason[language]),
  from: startsMs > nowMs ? formatMoment(startsMs, timezone, language) : '',
})
