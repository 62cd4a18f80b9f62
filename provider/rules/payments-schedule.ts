import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../src/domain/instant.ts'

const FIRST_MS = 20_000
const GROWTH = 1.5
const MAX_DELAY_MS = 5 * MINUTE_MS
/** When to ask the gateway again about a closed payment: a bank may confirm late. */
const LATE_DELAYS_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS] as const

interface OpenPayment {
  /** How often the gateway has been asked. */
  readonly checks: number
  readonly expires_at: Instant
}

/** When to ask about an open payment next: at growing intervals, and once more at the moment it expires. */
export function nextOpenCheck(row: OpenPayment, nowMs: number): number {
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_MS * GROWTH ** row.checks)
  return row.expires_at > nowMs ? Math.min(nowMs + delayMs, row.expires_at) : nowMs + delayMs
}

/** When to ask about a closed payment next. Null when there are no more checks. `checks` counts since it was closed. */
export function nextLateCheck(checks: number, nowMs: number): number | null {
  const delayMs = LATE_DELAYS_MS[checks]
  return delayMs === undefined ? null : nowMs + delayMs
}

/**
 * For this long after a payment, the gateway is asked daily about refunds and disputes: disputes arrive up to 120 days
 * later.
 */
export const BACK_MS = 120 * DAY_MS
/** Delay before asking again when the gateway did not answer about refunds and disputes. */
export const SILENT_BACK_MS = HOUR_MS
/** Interval while a refund that we ordered is not final. */
const MOVING_MS = HOUR_MS
/** A dispute can stay open for longer than its payment is watched, but no longer than this. */
const CONTESTED_MS = 365 * DAY_MS

/**
 * When to ask about a refund that was just sent, in case neither the gateway's answer nor a webhook reports its
 * outcome.
 */
export const SENT_REFUND_MS = MINUTE_MS

export interface BackTimes {
  readonly settledMs: number
  readonly nowMs: number
  /** A refund of ours is not final yet. */
  readonly isMoving: boolean
  /** A dispute was lost, or can still be won. */
  readonly isContested: boolean
}

/** The first check is a day after the payment was settled, unless the gateway sends news earlier. */
export const firstBackCheck = (settledMs: number): number => settledMs + DAY_MS

/** When to ask the gateway next about refunds and disputes of a payment. Null when there are no more checks. */
export function nextBackCheck({ settledMs, nowMs, isMoving, isContested }: BackTimes): number | null {
  if (isMoving) return nowMs + MOVING_MS
  const untilMs = settledMs + (isContested ? CONTESTED_MS : BACK_MS)
  return nowMs + DAY_MS <= untilMs ? nowMs + DAY_MS : null
}
