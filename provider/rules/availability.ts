import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'

/** Data older than this says nothing about the spaces that are free now. */
const FEED_FRESH_MS = 15 * MINUTE_MS
export const isFreshFeed = (atMs: number, nowMs: number): boolean => nowMs - atMs <= FEED_FRESH_MS

/** Free spaces: capacity minus the actual bookings at the fullest moment. Null when the capacity is unknown. */
export const availableSpaces = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken)

/**
 * Start of the period for which spaces are counted: at most a day back, since reading all earlier bookings would serve
 * no purpose.
 */
export const countedFrom = (startMs: number, nowMs: number): number => Math.max(startMs, nowMs - DAY_MS)
