/**
 * "The car park is full" and "someone stands in my place": what a paid booking gives back when there was no space for it.
 *
 * The whole price comes back when the provider hears of it before the first entry or exit at the gate and within 30 minutes of the start,
 * by its own clock: a phone could date a report back. The pass ends with it, so nobody goes on parking on what was refunded. What is left
 * to a cheat, who stands inside of a park without a gate, is half an hour; the limits below keep that from becoming a habit.
 */
import { DURATION_STEP_MINUTES } from './booking.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'

export const NO_SPACE_PROBLEMS = ['full', 'place_taken'] as const
export type NoSpaceProblem = (typeof NO_SPACE_PROBLEMS)[number]

/** From the start. */
export const NO_SPACE_MINUTES = 30
/** Whole prices that come back to a driver or a plate, whichever had more, within 24 hours and within 30 days. */
export const NO_SPACE_A_DAY = 1
export const NO_SPACE_A_MONTH = 3
/** A driver or plate that was found inside with a booking that was given back so: nothing for so many days. */
export const NO_SPACE_BAR_DAYS = 365
/** A booking of the same plate at the same park that ended this shortly before the start: the car may be inside since then. */
export const NO_SPACE_SAME_VISIT_MINUTES = 60

interface Arriving {
  readonly startMs: Instant
  /** An entry or an exit was recorded at the gate. */
  readonly isSeenAtGate: boolean
}

/** Until then "no space" gives everything back; null: it gives what a cancel gives. */
export const noSpaceUntil = ({ startMs, isSeenAtGate }: Arriving): Instant | null =>
  isSeenAtGate ? null : toInstant(startMs + NO_SPACE_MINUTES * MINUTE_MS)

/** What is known of the driver and of the booking's plates. */
export interface NoSpaceHistory {
  readonly lastDay: number
  readonly lastMonth: number
  /** An attendant's record of an earlier one came later and says that the car was inside. */
  readonly wasInside: boolean
  /** The plate was booked here until just before. */
  readonly isSameVisit: boolean
}

export const isNoSpaceTrusted = ({ lastDay, lastMonth, wasInside, isSameVisit }: NoSpaceHistory): boolean =>
  lastDay < NO_SPACE_A_DAY && lastMonth < NO_SPACE_A_MONTH && !wasInside && !isSameVisit

interface Underway {
  readonly fromMs: Instant
  readonly startMs: Instant
  readonly endMs: Instant
}

/** Whether a driver may be standing there without a space: from the earliest arrival until the end. */
export const mayLackSpace = ({ fromMs, endMs }: Omit<Underway, 'startMs'>, now: Instant): boolean =>
  now >= fromMs && now < endMs

/** What is left of the stay, for another car park: whole minutes, a multiple of 5, the end as it was. Null: too little. */
export function restOfStay(
  { startMs, endMs }: Omit<Underway, 'fromMs'>,
  now: Instant,
): { readonly fromMs: Instant; readonly untilMs: Instant } | null {
  const steps = Math.floor((endMs - Math.max(now, startMs)) / (DURATION_STEP_MINUTES * MINUTE_MS))
  return steps < 1 ? null : { fromMs: toInstant(endMs - steps * DURATION_STEP_MINUTES * MINUTE_MS), untilMs: endMs }
}
