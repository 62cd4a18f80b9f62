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
