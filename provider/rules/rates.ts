import { HOUR_MS, toInstant, type Instant } from '../../src/domain/instant.ts'

/** Every rate is promised for at least 24 hours. */
const MIN_PROMISE_MS = 24 * HOUR_MS

/** How long after it was superseded a version may still be promised to a driver. */
export const MAX_PROMISE_MS = MIN_PROMISE_MS + HOUR_MS

/**
 * Until when a rate issued at `nowMs` holds: the end of the current hour plus 24 hours. Constant within an hour, so
 * that equal parks give equal answers.
 */
export const rateValidUntil = (nowMs: number): Instant =>
  toInstant((Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS + MIN_PROMISE_MS)
