import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'

/** A feed that has been silent longer says nothing of the spaces free now. */
const FEED_FRESH_MS = 15 * MINUTE_MS
export const isFreshFeed = (atMs: number, nowMs: number): boolean => nowMs - atMs <= FEED_FRESH_MS

/** Free spaces: capacity less the real bookings at the fullest moment; null where nobody counted the spaces. */
export const availableSpaces = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken)

/** From when on spaces are counted for a stay: a day back at most, since the bookings of all the time before would be read for nothing. */
export const countedFrom = (startMs: number, nowMs: number): number => Math.max(startMs, nowMs - DAY_MS)
