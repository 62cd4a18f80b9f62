import { localDayNumber, atLocalMinute, weekdayOf } from './zone.ts'
import type { Instant } from './instant.ts'
import type { DailyWindow } from './tariff-types.ts'

/**
 * One opening of a daily window, half-open. It belongs to the local day on which it begins, even if it runs past
 * midnight.
 */
export interface Occurrence {
  readonly dayNumber: number
  readonly startMs: Instant
  readonly endMs: Instant
}

export function findOccurrence(window: DailyWindow, dayNumber: number, zone: string): Occurrence | undefined {
  if (!window.days.includes(weekdayOf(dayNumber))) return undefined
  const endDay = window.toMinute > window.fromMinute ? dayNumber : dayNumber + 1
  const startMs = atLocalMinute(dayNumber, window.fromMinute, zone)
  const endMs = atLocalMinute(endDay, window.toMinute, zone)
  // A window within the hour skipped in spring has no length.
  return startMs < endMs ? { dayNumber, startMs, endMs } : undefined
}

/** Returns the openings of `window` that overlap [fromMs, toMs), in order. */
export function occurrencesWithin(
  window: DailyWindow,
  stay: { readonly fromMs: number; readonly toMs: number },
  zone: string,
): Occurrence[] {
  const found: Occurrence[] = []
  const lastDay = localDayNumber(stay.toMs, zone)
  // A window may begin on the previous day; the extra day at the end is for zones that repeat midnight.
  for (let day = localDayNumber(stay.fromMs, zone) - 1; day <= lastDay + 1; day += 1) {
    const occurrence = findOccurrence(window, day, zone)
    if (occurrence !== undefined && occurrence.startMs < stay.toMs && occurrence.endMs > stay.fromMs)
      found.push(occurrence)
  }
  return found
}

/** Returns the opening that covers `instant`, if any. */
export const occurrenceAt = (window: DailyWindow, instant: Instant, zone: string): Occurrence | undefined =>
  occurrencesWithin(window, { fromMs: instant, toMs: instant + 1 }, zone)[0]
