/**
 * What a cancel gives back. A policy is a list of steps, each "until then, so many percent of the unused value". The unused value
 * is the whole total before the start, and the share of the whole unused units afterwards.
 */
import { undoUntil } from './booking.ts'
import { HOUR_MS, MINUTE_MS, mustInstant, toInstant, type Instant } from './instant.ts'
import { minor, multiplyHalfUp } from './money.ts'

export interface RefundRule {
  readonly until: 'start' | 'end'
  /** Moves the limit; negative is earlier ("free until 24 hours before the start" is start, -1440). */
  readonly offsetMinutes: number
  /** 0 to 100. */
  readonly percent: number
}

/** In order of time; the first rule whose limit is ahead applies, and after the last there is nothing. */
export type RefundPolicy = readonly RefundRule[]

/** All until the start, then half of the unused whole units, nothing after the end. */
export const DEFAULT_REFUND_POLICY: RefundPolicy = [
  { until: 'start', offsetMinutes: 0, percent: 100 },
  { until: 'end', offsetMinutes: 0, percent: 50 },
]

/** A rule at its place in time, as the wire's `refund_policy` carries it. */
export interface RefundStep {
  readonly untilMs: Instant
  readonly percent: number
}

export interface Refundable {
  readonly startMs: Instant
  readonly endMs: Instant
  /** What was paid in all, minor units. */
  readonly totalMinor: number
  /** Length of the tariff's unit. */
  readonly unitMinutes: number
  readonly steps: readonly RefundStep[]
  /** Until then the booking can be undone: everything comes back. See `undoUntil`. */
  readonly undoUntilMs?: Instant | null
}

export const refundStepsOf = (
  policy: RefundPolicy,
  times: { readonly startMs: Instant; readonly endMs: Instant },
): readonly RefundStep[] =>
  policy.map(({ until, offsetMinutes, percent }) => ({
    untilMs: toInstant((until === 'start' ? times.startMs : times.endMs) + offsetMinutes * MINUTE_MS),
    percent,
  }))

/** Minor units that a cancel at `at` gives back: never negative, never more than was paid. */
export function refundNow(booking: Refundable, at: Instant): number {
  const { startMs, endMs, totalMinor, unitMinutes } = booking
  if (at >= endMs) return 0
  if (booking.undoUntilMs !== undefined && booking.undoUntilMs !== null && at < booking.undoUntilMs)
    return minor(totalMinor)
  const percent = booking.steps.find((step) => at < step.untilMs)?.percent ?? 0
  if (at < startMs) return multiplyHalfUp(totalMinor, percent, 100)
  const unitMs = unitMinutes * MINUTE_MS
  const unused = Math.floor((endMs - at) / unitMs)
  const units = Math.ceil((endMs - startMs) / unitMs)
  return multiplyHalfUp(totalMinor, percent * unused, 100 * units)
}

/** For the sentence "refund now ₦1,200; after 14:00 ₦600". */
export interface RefundOutlook {
  readonly nowMinor: number
  /** The next moments at which the refund gets smaller, and what it is from then on. */
  readonly changes: readonly { readonly atMs: Instant; readonly refundMinor: number }[]
}

export function refundOutlook(booking: Refundable, at: Instant, limit = 2): RefundOutlook {
  const nowMinor = refundNow(booking, at)
  const changes: { atMs: Instant; refundMinor: number }[] = []
  let currentMinor = nowMinor
  let moment = nextMoment(booking, at)
  while (changes.length < limit && currentMinor > 0 && moment !== undefined) {
    const refundMinor = refundNow(booking, moment)
    if (refundMinor < currentMinor) changes.push({ atMs: moment, refundMinor })
    currentMinor = refundMinor
    moment = nextMoment(booking, moment)
  }
  return { nowMinor, changes }
}

/** The next instant after `at` at which `refundNow` may change. */
function nextMoment(booking: Refundable, at: Instant): Instant | undefined {
  const { startMs, endMs, unitMinutes, steps, undoUntilMs } = booking
  const unitMs = unitMinutes * MINUTE_MS
  // A whole unit is lost just after it began: the millisecond after the boundary counted back from the end.
  const unitsLeft = Math.floor((endMs - at) / unitMs)
  const unitMoment = at < startMs ? startMs : endMs - unitsLeft * unitMs + 1
  const moments = [startMs, startMs + 1, endMs, unitMoment, undoUntilMs ?? endMs, ...steps.map((step) => step.untilMs)]
  const ahead = moments.filter((moment) => moment > at && moment <= endMs)
  return ahead.length === 0 ? undefined : toInstant(Math.min(...ahead))
}

/** A booking of the wire, as far as the refund needs it. Times are RFC 3339. */
export interface RefundableWire {
  readonly start_time: string
  readonly end_time: string
  readonly total: number
  readonly created_at: string
  readonly checked_in_at?: string | null
  readonly lines: readonly { readonly kind: string; readonly unit_minutes?: number }[]
  readonly refund_policy: readonly { readonly until: string; readonly percent: number }[]
}

/** Where a stay has no unit line (a flat price), unused time is counted in hours. */
const HOUR_MINUTES = HOUR_MS / MINUTE_MS

/** `unit_minutes` comes from the price lines and the steps from `refund_policy`, so phone and provider count alike. */
export const refundableOf = (booking: RefundableWire): Refundable => ({
  startMs: mustInstant(booking.start_time),
  endMs: mustInstant(booking.end_time),
  totalMinor: booking.total,
  unitMinutes: booking.lines.find((line) => line.kind === 'units')?.unit_minutes ?? HOUR_MINUTES,
  steps: booking.refund_policy.map(({ until, percent }) => ({ untilMs: mustInstant(until), percent })),
  undoUntilMs: undoUntil(booking),
})
