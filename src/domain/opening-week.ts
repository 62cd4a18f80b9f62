import type { Weekday } from './tariff-types.ts'
import { parseOpeningHours } from './opening-hours.ts'

/**
 * A day's hours, "HH:MM". Midnight to midnight is all day; an end before the start is on the next day. Null: closed.
 */
export type DayHours = { readonly from: string; readonly to: string } | null

/** Index 0 is Sunday. */
export type OpeningWeek = readonly DayHours[]

export type OpeningChoice =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'always' }
  | { readonly kind: 'week'; readonly week: OpeningWeek }
  /** More than one opening per day, or text beyond days and times. */
  | { readonly kind: 'other' }

const DAY_MINUTES = 1_440
/** The order used in forms and in texts of opening hours. */
export const FROM_MONDAY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const clockOf = (minute: number): string =>
  `${String(Math.floor((minute % DAY_MINUTES) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Reads written hours into the model of a form with one opening per day. */
export function readOpeningHours(text: string | null): OpeningChoice {
  if (text === null) return { kind: 'unknown' }
  const windows = parseOpeningHours(text)
  if (windows === null) return { kind: 'other' }
  const byDay = NAMES.map((_, day) => windows.filter(({ days }) => days.includes(day as Weekday)))
  if (byDay.some((openings) => openings.length > 1)) return { kind: 'other' }
  const week = byDay.map(([opening]): DayHours => {
    return opening === undefined ? null : { from: clockOf(opening.fromMinute), to: clockOf(opening.toMinute) }
  })
  return week.every((day) => day?.from === '00:00' && day.to === '00:00') ? { kind: 'always' } : { kind: 'week', week }
}

const rangeOf = ({ from, to }: NonNullable<DayHours>): string => `${from}-${to === '00:00' ? '24:00' : to}`

/**
 * Writes hours as signs do, grouping days with the same hours: "Mon-Fri 07:00-22:00; Sat 18:00-02:00". Returns null
 * when it never opens.
 */
export function writeOpeningHours(week: OpeningWeek): string | null {
  const rules: Array<{ first: Weekday; last: Weekday; range: string }> = []
  let isNext = false
  for (const day of FROM_MONDAY) {
    const hours = week[day] ?? null
    const before = rules.at(-1)
    const range = hours === null ? null : rangeOf(hours)
    if (range !== null && isNext && before?.range === range) before.last = day
    else if (range !== null) rules.push({ first: day, last: day, range })
    isNext = range !== null
  }
  const text = rules.map(({ first, last, range }) =>
    first === last ? `${NAMES[first]} ${range}` : `${NAMES[first]}-${NAMES[last]} ${range}`,
  )
  return text.length === 0 ? null : text.join('; ')
}
