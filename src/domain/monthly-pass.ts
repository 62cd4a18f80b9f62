/** A monthly pass: a booking for a month of local days in its car park, at any time or within hours of the week. */
import { DAY_MS, type Instant, toInstant } from './instant.ts'
import type { DailyWindow } from './tariff-types.ts'
import { findOccurrence } from './tariff-windows.ts'
import { atLocalMinute } from './zone.ts'

/** Kinds of products that are monthly passes. */
export const PASS_KINDS = ['monthly_pass', 'permit'] as const
export type PassKind = (typeof PASS_KINDS)[number]
export const isPassKind = (kind: string): kind is PassKind => (PASS_KINDS as readonly string[]).includes(kind)

/** When a pass holds; empty: at any time. */
export type PassHours = readonly DailyWindow[]

/** Half open. */
export interface Opening {
  readonly start: Instant
  readonly end: Instant
}

/** The same day of the next month, or that month's last: days since 1970-01-01. A pass holds until the end of the day before it. */
export function dayAfterMonth(firstDay: number): number {
  const first = new Date(firstDay * DAY_MS)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const lastOfNext = new Date(Date.UTC(year, month + 2, 0)).getUTCDate()
  return Date.UTC(year, month + 1, Math.min(first.getUTCDate(), lastOfNext)) / DAY_MS
}

export const lastDayOf = (firstDay: number): number => dayAfterMonth(firstDay) - 1

/** `2026-11-24` of days since 1970-01-01. */
export const toLocalDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/**
 * When a pass lets its car stand there, in order. Hours that run past midnight belong to the day on which they begin, so those of the last day
 * end on the next one. What touches is one.
 */
export function openingsOf(hours: PassHours, firstDay: number, zone: string): readonly Opening[] {
  const afterLast = dayAfterMonth(firstDay)
  if (hours.length === 0) {
    return [{ start: atLocalMinute(firstDay, 0, zone), end: atLocalMinute(afterLast, 0, zone) }]
  }
  const found = Array.from({ length: afterLast - firstDay }, (_, index) =>
    hours.flatMap((window) => findOccurrence(window, firstDay + index, zone) ?? []),
  )
  const merged: Opening[] = []
  for (const { startMs: start, endMs: end } of found.flat().toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1)
    if (last === undefined || start > last.end) merged.push({ start, end })
    else if (end > last.end) merged[merged.length - 1] = { start: last.start, end }
  }
  return merged
}

/** From the first moment of the first day to the end of the last opening, and of the last day. */
export function passSpan(hours: PassHours, firstDay: number, zone: string): Opening {
  const ends = openingsOf(hours, firstDay, zone).map(({ end }) => end)
  const dayEnd = atLocalMinute(dayAfterMonth(firstDay), 0, zone)
  return { start: atLocalMinute(firstDay, 0, zone), end: toInstant(Math.max(dayEnd, ...ends)) }
}

/** The opening that lasts at `now`, else the next one; undefined: none is ahead. */
export const openingAhead = (openings: readonly Opening[], now: Instant): Opening | undefined =>
  openings.find(({ end }) => end > now)
