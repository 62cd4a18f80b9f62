/**
 * Drivers' reviews of car parks where they parked: who may write one, and until when. One rule for phone and provider.
 */
import { DAY_MS, mustInstant } from './instant.ts'

/** Days after the stay to write a review; it can be withdrawn at any time. */
export const REVIEW_DAYS = 30
/** Maximum text length, in UTF-16 units. */
export const REVIEW_TEXT_MAX = 1_000
export const STARS = [1, 2, 3, 4, 5] as const
export type Stars = (typeof STARS)[number]

export const REVIEW_REPORTS = ['offensive', 'personal', 'untrue', 'advert'] as const
export type ReviewReport = (typeof REVIEW_REPORTS)[number]

export interface Review {
  readonly stars: Stars
  readonly text: string | null
  /** Undefined keeps the existing photo; null removes it. */
  readonly photo?: ReviewPhoto | null
}

export interface ReviewPhoto {
  /** Generated when the photo is taken; the phone uses it to see that the provider has the photo. */
  readonly id: string
  /** Base64. */
  readonly jpeg: string
}

/** A booking with the wire's field names. */
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

/** `not_stayed`: the car was never parked, or everything was refunded. */
export type Reviewable = 'open' | 'not_over' | 'not_stayed' | 'too_late'

/** Returns whether the driver may write or change a review of this stay now. */
export function reviewableNow(stay: ReviewableStay, nowMs: number): Reviewable {
  const { status, cancelled_at: cancelled, checked_in_at: cameIn, checked_out_at: wentOut } = stay
  if ((stay.hold_until ?? null) !== null) return 'not_stayed'
  if (status === 'cancelled' && ((cameIn ?? null) === null || (stay.refund ?? 0) >= stay.total)) return 'not_stayed'
  const overMs = mustInstant(wentOut ?? (status === 'cancelled' ? cancelled : null) ?? stay.end_time)
  if (nowMs < overMs) return 'not_over'
  return nowMs - overMs > REVIEW_DAYS * DAY_MS ? 'too_late' : 'open'
}

/** Returns first name and initial, as shown to others. Returns null when no name is known. */
export function authorName(firstName: string, lastName: string): string | null {
  const first = firstName.trim()
  const [initial] = lastName.trim()
  if (first === '') return null
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`
}
