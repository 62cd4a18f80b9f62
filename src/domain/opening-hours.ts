import { DAY_MS, type Instant, toInstant } from './instant.ts'
import { findUncovered, type StayInZone } from './tariff-hours.ts'
import type { DailyWindow } from './tariff-types.ts'
import { occurrencesWithin } from './tariff-windows.ts'

/*
 * Opening hours as sources and signs write them: "Mon-Sun 24h", "Mo-Fr 05:00-23:00", "Mon-Fri 00:00-02:00 +
 * 06:00-24:00; Sat-Sun 24h", "Monday-Friday 4:00 AM-10:00 PM; Saturday 7:00 AM-10:00 PM", "24/7". Text that cannot be
 * parsed completely is rejected: ignoring a holiday rule, for example, would show a closed gate as open.
 */

type Weekday = DailyWindow['days'][number]

const WEEK: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const DAY_MINUTES = 1_440
const NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** Two letters as in OpenStreetMap, three letters, or the full name. */
const DAY =
  'su(?:n(?:day)?)?|mo(?:n(?:day)?)?|tu(?:e(?:s(?:day)?)?)?|we(?:d(?:nesday)?)?|th(?:u(?:rs(?:day)?)?)?|fr(?:i(?:day)?)?|sa(?:t(?:urday)?)?'
const TIME = String.raw`(\d{1,2})(?::(\d\d))?\s*([ap]m)?`
const DAYS = new RegExp(`^(${DAY})(?:\\s*-\\s*(${DAY}))?$`)
const RULE = new RegExp(`^((?:(?:${DAY})(?:\\s*[-,]\\s*(?=[a-z]))?)+)\\s*:?\\s+(.+)$`)
const RANGE = new RegExp(`^${TIME}\\s*-\\s*${TIME}$`)
const ALL_DAY = /^24\s?h(?:ours)?$/
const CLOSED = /^(?:off|closed)$/

const dayOf = (name: string): Weekday => NAMES.findIndex((whole) => whole.startsWith(name.slice(0, 2))) as Weekday

/** "mon-fri", "sa,su"; undefined for anything else. */
function parseDays(text: string): readonly Weekday[] | undefined {
  const days: Weekday[] = []
  for (const part of text.split(',')) {
    const match = DAYS.exec(part.trim())
    const [, from = '', to = from] = match ?? []
    if (match === null) return undefined
    const [first, last] = [dayOf(from), dayOf(to)]
    const count = (last - first + 7) % 7
    for (let step = 0; step <= count; step += 1) days.push(((first + step) % 7) as Weekday)
  }
  return days
}

/** Returns minutes after midnight; undefined for an invalid time. "24:00" is the end of the day. */
function parseMinute(hourText: string, minuteText = '00', half: string | undefined): number | undefined {
  const [hour, minute] = [Number(hourText), Number(minuteText)]
  if (minute > 59) return undefined
  if (half === undefined) return hour * 60 + minute <= DAY_MINUTES ? hour * 60 + minute : undefined
  return hour >= 1 && hour <= 12 ? ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute : undefined
}

function parseRange(text: string, days: readonly Weekday[]): DailyWindow | undefined {
  if (ALL_DAY.test(text)) return { days, fromMinute: 0, toMinute: DAY_MINUTES }
  const match = RANGE.exec(text)
  if (match === null) return undefined
  const [, fromHour = '', fromMinutes, fromHalf, toHour = '', toMinutes, toHalf] = match
  // "1-5 pm" may begin at 01:00 or 13:00.
  if ((fromHalf === undefined) !== (toHalf === undefined)) return undefined
  const fromMinute = parseMinute(fromHour, fromMinutes, fromHalf ?? undefined)
  const toMinute = parseMinute(toHour, toMinutes, toHalf ?? undefined)
  if (fromMinute === undefined || toMinute === undefined || fromMinute === DAY_MINUTES) return undefined
  // Sources write the last minute of the day for midnight.
  const isMidnight = toMinute === 0 || toMinute === DAY_MINUTES - 1
  return { days, fromMinute, toMinute: isMidnight ? DAY_MINUTES : toMinute }
}

/** Applies a rule, which replaces earlier rules for its days. */
function applyRule(windows: readonly DailyWindow[], rule: string): readonly DailyWindow[] | undefined {
  const match = RULE.exec(rule)
  const [dayText, times] = match === null ? [null, rule] : [match[1] ?? '', match[2] ?? '']
  const days = dayText === null ? WEEK : parseDays(dayText)
  if (days === undefined) return undefined
  const before = windows.map((window) => ({ ...window, days: window.days.filter((day) => !days.includes(day)) }))
  if (CLOSED.test(times)) return before
  const ranges = times.split(/\s*[+,]\s*/).map((text) => parseRange(text, days))
  return ranges.every((range) => range !== undefined) ? [...before, ...ranges] : undefined
}

/** Parses a source's opening hours. Returns null when the text contains anything but days and times. */
export function parseOpeningHours(text: string): readonly DailyWindow[] | null {
  const plain = text
    .toLowerCase()
    .replaceAll(/[–—]/g, '-')
    .replaceAll('.', '')
    .trim()
  if (plain === '24/7' || ALL_DAY.test(plain)) return [{ days: WEEK, fromMinute: 0, toMinute: DAY_MINUTES }]
  let windows: readonly DailyWindow[] = []
  for (const rule of plain.split(';').map((part) => part.trim())) {
    const next = rule === '' ? windows : applyRule(windows, rule)
    if (next === undefined) return null
    windows = next
  }
  const open = windows.filter(({ days }) => days.length > 0)
  return open.length === 0 ? null : open
}

export type OpenForStay =
  /** Never closes. */
  | { readonly kind: 'always' }
  /** Open for the whole stay, and closes at `until`. */
  | { readonly kind: 'open'; readonly until: Instant }
  /** Open when the stay begins, and closes before it ends. */
  | { readonly kind: 'closes'; readonly at: Instant }
  /** Closed when the stay begins; `opens`: next opening, null if not within a week. */
  | { readonly kind: 'closed'; readonly opens: Instant | null }

/** A week and its boundary days: open throughout means always open. */
const FAR_MS = 9 * DAY_MS

/** Returns the opening state for a stay. */
export function openForStay(windows: readonly DailyWindow[], stay: StayInZone): OpenForStay {
  const { from, to, zone } = stay
  const far = toInstant(Math.max(to, from) + FAR_MS)
  const closesAt = findUncovered(windows, { from, to: far, zone })
  if (closesAt === undefined) return { kind: 'always' }
  if (closesAt > from) return closesAt < to ? { kind: 'closes', at: closesAt } : { kind: 'open', until: closesAt }
  const starts = windows
    .flatMap((window) => occurrencesWithin(window, { fromMs: from, toMs: far }, zone))
    .map(({ startMs }) => startMs)
  return { kind: 'closed', opens: starts.length === 0 ? null : toInstant(Math.min(...starts)) }
}
