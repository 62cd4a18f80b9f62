import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../domain/instant.ts'
import { clockText, isTwelveHourZone } from '../domain/clock-text.ts'
import { localDayNumber, zonedParts } from '../domain/zone.ts'
import type { Language } from '../lib/language.ts'

const NBSP = '\u00a0'

const twoDigits = (value: number): string => value.toString().padStart(2, '0')

/** Formats minutes after local midnight, as in tariffs; 1440 is "24:00". */
export const formatMinuteOfDay = (language: Language, minuteOfDay: number, isTwelveHour = false): string =>
  clockText(language, { hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60, isTwelveHour })

export const formatTime = (language: Language, instant: Instant, zone: string): string => {
  const { hour, minute } = zonedParts(instant, zone)
  return clockText(language, { hour, minute, isTwelveHour: isTwelveHourZone(zone) })
}

const monthFormats = new Map<string, Intl.DateTimeFormat>()

/** Month 1 to 12. Short: "Nov", "nov."; long: "November", "novembre". */
export const formatMonth = (language: Language, month: number, width: 'short' | 'long' = 'short'): string => {
  const key = `${language}${width}`
  const format = monthFormats.get(key) ?? new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' })
  monthFormats.set(key, format)
  return format.format(Date.UTC(2024, month - 1, 15))
}

/** Weekday 0 to 6, from Sunday: "Sunday", "dimanche"; short: "Sun", "dim.". 7 January 2024 was a Sunday. */
export const formatWeekday = (language: Language, weekday: number, width: 'short' | 'long' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 7 + weekday))

const FIRST = 1

/** "18 Nov", with the year unless it is the current one; in French "18 nov.", "1er nov.". */
export function formatDate(language: Language, instant: Instant, { zone, now }: DayTimeOptions): string {
  const { year, month, day } = zonedParts(instant, zone)
  const dayText = language === 'fr' && day === FIRST ? '1er' : day.toString()
  const date = `${dayText}${NBSP}${formatMonth(language, month)}`
  return year === zonedParts(now, zone).year ? date : `${date}${NBSP}${year}`
}

export interface DayTimeOptions {
  readonly zone: string
  readonly now: Instant
  /** "today 14:30" in place of "Today 14:30". */
  readonly inSentence?: boolean
}

/** "Today 14:30", "Tomorrow 09:00", "Yesterday 18:10", else "18 Nov, 12:38". */
export function formatDayTime(i18n: I18n, instant: Instant, { zone, now, inSentence = false }: DayTimeOptions): string {
  const language = i18n.locale as Language
  const time = formatTime(language, instant, zone)
  const daysAhead = localDayNumber(instant, zone) - localDayNumber(now, zone)
  if (daysAhead === 0) return i18n._(inSentence ? msg`today ${time}` : msg`Today ${time}`)
  if (daysAhead === 1) return i18n._(inSentence ? msg`tomorrow ${time}` : msg`Tomorrow ${time}`)
  if (daysAhead === -1) return i18n._(inSentence ? msg`yesterday ${time}` : msg`Yesterday ${time}`)
  const date = formatDate(language, instant, { zone, now })
  return i18n._(msg`${date}, ${time}`)
}

/** Formats when data was saved: only the time if it was today. */
export const formatSavedAt = (i18n: I18n, instant: Instant, options: DayTimeOptions): string =>
  localDayNumber(instant, options.zone) === localDayNumber(options.now, options.zone)
    ? formatTime(i18n.locale as Language, instant, options.zone)
    : formatDayTime(i18n, instant, { ...options, inSentence: true })

export interface Stay {
  readonly from: Instant
  readonly until: Instant
}

/** A line may break after a dash even before a no-break space, which would then begin the next line. */
const WORD_JOINER = '\u2060'

/** "Today 14:30 – 18:00" with a non-breaking range; across midnight each end has its day. */
export function formatStay(i18n: I18n, { from, until }: Stay, options: DayTimeOptions): string {
  const start = formatDayTime(i18n, from, options)
  const isOneDay = localDayNumber(from, options.zone) === localDayNumber(until, options.zone)
  const end = isOneDay
    ? formatTime(i18n.locale as Language, until, options.zone)
    : formatDayTime(i18n, until, { ...options, inSentence: true })
  return `${start}${NBSP}–${isOneDay ? WORD_JOINER + NBSP : ' '}${end}`
}

/** "less than a minute", "42 min", "3 h", "3 h 30", "2 d 4 h" (French "2 j 4 h"); whole minutes, never negative. */
export function formatDuration(i18n: I18n, durationMs: number): string {
  const minutes = Math.max(0, Math.floor(durationMs / MINUTE_MS))
  const days = Math.floor((minutes * MINUTE_MS) / DAY_MS)
  const hours = Math.floor(((minutes * MINUTE_MS) % DAY_MS) / HOUR_MS)
  const rest = minutes % 60
  if (days > 0) {
    const daysText = i18n._(msg({ message: `${days} d`, comment: 'days, abbreviated: 2 d' })).replaceAll(' ', NBSP)
    return hours === 0 ? daysText : `${daysText}${NBSP}${hours}${NBSP}h`
  }
  if (minutes === 0) return i18n._(msg`less than a minute`)
  if (hours === 0) return `${rest}${NBSP}min`
  return rest === 0 ? `${hours}${NBSP}h` : `${hours}${NBSP}h${NBSP}${twoDigits(rest)}`
}

/** "just now", "37 min ago", "1 h 43 ago". */
export function formatAge(i18n: I18n, instant: Instant, now: Instant): string {
  if (now - instant < MINUTE_MS) return i18n._(msg`just now`)
  const duration = formatDuration(i18n, now - instant)
  return i18n._(msg`${duration} ago`)
}

/** Returns the zone's local name, for the note shown when the phone's zone differs: "Eastern Standard Time". */
export const formatZone = (language: Language, instant: Instant, zone: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
