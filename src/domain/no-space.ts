/**
 * "The car park is full" and "someone is in my space": the refund of a paid booking when there was no space for the car.
 *
 * The whole price is refunded when the provider receives the report before the first entry or exit at the gate and within 30 minutes of the
 * start, by the provider's clock, because a phone could backdate a report. The refund voids the pass, so it cannot be used afterwards. A
 * dishonest driver in a car park without a gate gains at most half an hour; the limits below keep that from becoming a habit.
 */
import { DURATION_STEP_MINUTES } from './booking.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'

export const NO_SPACE_PROBLEMS = ['full', 'place_taken'] as const
export type NoSpaceProblem = (typeof NO_SPACE_PROBLEMS)[number]

/** Counted from the start. */
export const NO_SPACE_MINUTES = 30
/** Full refunds per driver or plate, whichever had more, within 24 hours and within 30 days. */
export const NO_SPACE_A_DAY = 1
export const NO_SPACE_A_MONTH = 3
/** Days without such refunds after a driver or plate was found inside with a booking refunded this way. */
export const NO_SPACE_BAR_DAYS = 365
/**
 * If a booking of the same plate at the same park ended this shortly before the start, the car may be inside since
 * then.
 */
export const NO_SPACE_SAME_VISIT_MINUTES = 60

interface Arriving {
  readonly startMs: Instant
  /** An entry or an exit was recorded at the gate. */
  readonly isSeenAtGate: boolean
}

/**
 * Returns the deadline of the full "no space" refund. Returns null when only the normal cancellation refund applies.
 */
export const noSpaceUntil = ({ startMs, isSeenAtGate }: Arriving): Instant | null =>
  isSeenAtGate ? null : toInstant(startMs + NO_SPACE_MINUTES * MINUTE_MS)

/** History of the driver and of the booking's plates. */
export interface NoSpaceHistory {
  readonly lastDay: number
  readonly lastMonth: number
  /** A late upload by an attendant showed that the car of an earlier such booking was inside. */
  readonly wasInside: boolean
  /** The plate had a booking here that ended shortly before. */
  readonly isSameVisit: boolean
}

export const isNoSpaceTrusted = ({ lastDay, lastMonth, wasInside, isSameVisit }: NoSpaceHistory): boolean =>
  lastDay < NO_SPACE_A_DAY && lastMonth < NO_SPACE_A_MONTH && !wasInside && !isSameVisit

interface Underway {
  readonly fromMs: Instant
  readonly startMs: Instant
  readonly endMs: Instant
}

/** Whether a driver may be there without a space: from the earliest arrival until the end. */
export const mayLackSpace = ({ fromMs, endMs }: Omit<Underway, 'startMs'>, now: Instant): boolean =>
  now >= fromMs && now < endMs

/**
 * Returns the rest of the stay, for another car park: a multiple of 5 minutes that keeps the end. Returns null when too
 * little is left.
 */
export function restOfStay(
  { startMs, endMs }: Omit<Underway, 'fromMs'>,
  now: Instant,
): { readonly fromMs: Instant; readonly untilMs: Instant } | null {
  const steps = Math.floor((endMs - Math.max(now, startMs)) / (DURATION_STEP_MINUTES * MINUTE_MS))
  return steps < 1 ? null : { fromMs: toInstant(endMs - steps * DURATION_STEP_MINUTES * MINUTE_MS), untilMs: endMs }
}
