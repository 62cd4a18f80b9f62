/** The time format of the app and of every notification and email. */
import type { Language } from '../lib/language.ts'

const NBSP = '\u00a0'

/** Time zones of the United States, under their IANA and browser names. */
const UNITED_STATES =
  /^(?:US\/\w+|Pacific\/Honolulu|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Louisville|Indianapolis|(?:Kentucky|Indiana|North_Dakota)\/\w+))$/

/** Whether signs in that zone write "2:05 PM", as in the United States; the other markets use 24 hours. */
export const isTwelveHourZone = (zone: string): boolean => UNITED_STATES.test(zone)

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly isTwelveHour: boolean
}

const twoDigits = (value: number): string => value.toString().padStart(2, '0')

/** "14:05", or "2:05 PM" with twelve hours; always "14 h 05" in French. Hour 24 is the end of the day. */
export function clockText(language: Language, { hour, minute, isTwelveHour }: Clock): string {
  if (language === 'fr') return `${hour}${NBSP}h${NBSP}${twoDigits(minute)}`
  if (!isTwelveHour) return `${twoDigits(hour)}:${twoDigits(minute)}`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minute)}${NBSP}${hour % 24 < 12 ? 'AM' : 'PM'}`
}
