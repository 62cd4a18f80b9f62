import { localDayNumber, atLocalMinute, weekdayOf } from './zone.ts'
import type { Instant } from './instant.ts'
import type { DailyWindow } from './tariff-types.ts'

/** One opening of a daily window, half open. It belongs to the local day on which it begins, also when it runs past midnight. */
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
  // A window inside the hour that a spring night skips has no length.
  return startMs < endMs ? { dayNumber, startMs, endMs } : undefined
}

/** The openings of `window` that touch [fromMs, toMs), in order. */
export function occurrencesWithin(
  window: DailyWindow,
  stay: { readonly fromMs: number; readonly toMs: number },
  zone: string,
): Occurrence[] {
  const found: Occurrence[] = []
  const lastDay = localDayNumber(stay.toMs, zone)
  // A window may have begun the day before; one more day for a zone that repeats midnight.
  for (let day = localDayNumber(stay.fromMs, zone) - 1; day <= lastDay + 1; day += 1) {
    const occurrence = findOccurrence(window, day, zone)
    if (occurrence !== undefined && occurrence.startMs < stay.toMs && occurrence.endMs > stay.fromMs)
      found.push(occurrence)
  }
  return found
}

/** The opening that covers `instant`, if any. */
export const occurrenceAt = (window: DailyWindow, instant: Instant, zone: string): Occurrence | undefined =>
  occurrencesWithin(window, { fromMs: instant, toMs: instant + 1 }, zone)[0]
