/** A monthly pass: a booking for a month of the car park's local days, at any time or within weekly hours. */
import { DAY_MS, type Instant, toInstant } from './instant.ts'
import type { DailyWindow } from './tariff-types.ts'
import { findOccurrence } from './tariff-windows.ts'
import { atLocalMinute } from './zone.ts'

/** Product kinds that are monthly passes. */
export const PASS_KINDS = ['monthly_pass', 'permit'] as const
export type PassKind = (typeof PASS_KINDS)[number]
export const isPassKind = (kind: string): kind is PassKind => (PASS_KINDS as readonly string[]).includes(kind)

/** Hours in which a pass is valid; empty: at any time. */
export type PassHours = readonly DailyWindow[]

/** Half-open. */
export interface Opening {
  readonly start: Instant
  readonly end: Instant
}

/**
 * Returns the same day of the next month, or the last day of a shorter month, in days since 1970-01-01. A pass ends
 * with the day before.
 */
export function dayAfterMonth(firstDay: number): number {
  const first = new Date(firstDay * DAY_MS)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const lastOfNext = new Date(Date.UTC(year, month + 2, 0)).getUTCDate()
  return Date.UTC(year, month + 1, Math.min(first.getUTCDate(), lastOfNext)) / DAY_MS
}

export const lastDayOf = (firstDay: number): number => dayAfterMonth(firstDay) - 1

/** Formats days since 1970-01-01 as `2026-11-24`. */
export const toLocalDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the periods in which the car may park, in order. Hours past midnight belong to the day on which they begin,
 * so those of the last day end on the next one. Adjacent periods are merged.
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

/** From the start of the first day to the end of the last day or of the last opening, whichever is later. */
export function passSpan(hours: PassHours, firstDay: number, zone: string): Opening {
  const ends = openingsOf(hours, firstDay, zone).map(({ end }) => end)
  const dayEnd = atLocalMinute(dayAfterMonth(firstDay), 0, zone)
  return { start: atLocalMinute(firstDay, 0, zone), end: toInstant(Math.max(dayEnd, ...ends)) }
}

/** Returns the current opening, else the next one; undefined when none is left. */
export const openingAhead = (openings: readonly Opening[], now: Instant): Opening | undefined =>
  openings.find(({ end }) => end > now)
