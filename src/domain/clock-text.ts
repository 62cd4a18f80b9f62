/** How a clock is written, in the app and in every notification and email alike. */
import type { Language } from '../lib/language.ts'

const NBSP = '\u00a0'

/** Zones of the United States, under the names that the IANA list and browsers give them. */
const UNITED_STATES =
  /^(?:US\/\w+|Pacific\/Honolulu|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Louisville|Indianapolis|(?:Kentucky|Indiana|North_Dakota)\/\w+))$/

/** Whether signs at a place in that zone write "2:05 PM": those of the United States do, the other markets count to 24. */
export const isTwelveHourZone = (zone: string): boolean => UNITED_STATES.test(zone)

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly isTwelveHour: boolean
}

const twoDigits = (value: number): string => value.toString().padStart(2, '0')

/** "14:05", of twelve hours "2:05 PM"; in French "14 h 05" everywhere. Hour 24 is the end of the day. */
export function clockText(language: Language, { hour, minute, isTwelveHour }: Clock): string {
  if (language === 'fr') return `${hour}${NBSP}h${NBSP}${twoDigits(minute)}`
  if (!isTwelveHour) return `${twoDigits(hour)}:${twoDigits(minute)}`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minute)}${NBSP}${hour % 24 < 12 ? 'AM' : 'PM'}`
}
