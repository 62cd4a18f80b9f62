import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../src/domain/instant.ts'

const FIRST_MS = 20_000
const GROWTH = 1.5
const LONGEST_MS = 5 * MINUTE_MS
/** After a payment was closed its gateway is asked a few times more: a bank may confirm late. */
const LATE_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS] as const

interface OpenPayment {
  /** How often its gateway was asked. */
  readonly checks: number
  readonly expires_at: Instant
}

/** When an open payment is asked about next: ever more seldom, and once more at the moment it expires. */
export function nextOpenCheck(row: OpenPayment, nowMs: number): number {
  const delayMs = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** row.checks)
  return row.expires_at > nowMs ? Math.min(nowMs + delayMs, row.expires_at) : nowMs + delayMs
}

/** When a closed payment is asked about again; null when it is left alone. `checks` counts since it was closed. */
export function nextLateCheck(checks: number, nowMs: number): number | null {
  const delayMs = LATE_MS[checks]
  return delayMs === undefined ? null : nowMs + delayMs
}

/** So long after a payment its gateway is asked every day what went back: disputes come up to 120 days later. */
export const BACK_MS = 120 * DAY_MS
/** A gateway that gave no answer about what went back is asked again. */
export const SILENT_BACK_MS = HOUR_MS
/** A refund that we ordered and that has no end yet. */
const MOVING_MS = HOUR_MS
/** A dispute may be open for longer than its payment is watched; none is for longer than that. */
const CONTESTED_MS = 365 * DAY_MS

/** When what became of a refund is asked for that was just sent, should neither its answer nor a webhook say so. */
export const SENT_REFUND_MS = MINUTE_MS

export interface BackTimes {
  readonly settledMs: number
  readonly nowMs: number
  /** A refund of ours has no end yet. */
  readonly isMoving: boolean
  /** A dispute that may still be won, or was lost. */
  readonly isContested: boolean
}

/** A gateway is asked for the first time a day after a payment was settled, unless it says something before. */
export const firstBackCheck = (settledMs: number): number => settledMs + DAY_MS

/** When a gateway is asked next what went back of a payment; null when it is left alone. */
export function nextBackCheck({ settledMs, nowMs, isMoving, isContested }: BackTimes): number | null {
  if (isMoving) return nowMs + MOVING_MS
  const untilMs = settledMs + (isContested ? CONTESTED_MS : BACK_MS)
  return nowMs + DAY_MS <= untilMs ? nowMs + DAY_MS : null
}
