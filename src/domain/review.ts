/** What drivers say of a car park where they parked: who may, and until when. The same rule on the phone and at the provider. */
import { DAY_MS, mustInstant } from './instant.ts'

/** After the stay; a review can be taken back at any time. */
export const REVIEW_DAYS = 30
/** Longest text, in UTF-16 units. */
export const REVIEW_TEXT_MAX = 1_000
export const STARS = [1, 2, 3, 4, 5] as const
export type Stars = (typeof STARS)[number]

export const REVIEW_REPORTS = ['offensive', 'personal', 'untrue', 'advert'] as const
export type ReviewReport = (typeof REVIEW_REPORTS)[number]

export interface Review {
  readonly stars: Stars
  readonly text: string | null
  /** Left out: the one that there is stays; null: none. */
  readonly photo?: ReviewPhoto | null
}

export interface ReviewPhoto {
  /** Made when it was taken: by it a phone knows that the provider has it. */
  readonly id: string
  /** Base64. */
  readonly jpeg: string
}

/** A booking, named as on the wire. */
export interface ReviewableStay {
  readonly status: 'active' | 'cancelled'
  readonly end_time: string
  readonly total: number
  readonly cancelled_at?: string | null
  readonly refund?: number | null
  readonly hold_until?: string | null
  readonly checked_in_at?: string | null
  readonly checked_out_at?: string | null
}

/** `not_stayed`: nobody parked, or all of the money went back. */
export type Reviewable = 'open' | 'not_over' | 'not_stayed' | 'too_late'

/** Whether the driver of this stay may say something of it, or change what they said. */
export function reviewableNow(stay: ReviewableStay, nowMs: number): Reviewable {
  const { status, cancelled_at: cancelled, checked_in_at: cameIn, checked_out_at: wentOut } = stay
  if ((stay.hold_until ?? null) !== null) return 'not_stayed'
  if (status === 'cancelled' && ((cameIn ?? null) === null || (stay.refund ?? 0) >= stay.total)) return 'not_stayed'
  const overMs = mustInstant(wentOut ?? (status === 'cancelled' ? cancelled : null) ?? stay.end_time)
  if (nowMs < overMs) return 'not_over'
  return nowMs - overMs > REVIEW_DAYS * DAY_MS ? 'too_late' : 'open'
}

/** First name and initial, as others see an author; null: no name is known. */
export function authorName(firstName: string, lastName: string): string | null {
  const first = firstName.trim()
  const [initial] = lastName.trim()
  if (first === '') return null
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`
}
