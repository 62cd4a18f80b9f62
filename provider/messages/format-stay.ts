import type { Language } from './language.ts'
import { formatTime } from './format.ts'

const formatDay = (epochMs: number, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: timezone,
  }).format(epochMs)

/** Formats a local day, `2026-12-23`, as `Wed, 23 Dec`. */
export const formatLocalDay = (day: string, language: Language): string =>
  formatDay(Date.parse(`${day}T12:00:00Z`), 'UTC', language)

/** Formats a day without its weekday: `24 December`. */
export const formatDate = (epochMs: number, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: timezone,
  }).format(epochMs)

/** Formats a moment with its day: `Mon, 23 Nov, 14:30`. */
export const formatMoment = (epochMs: number, timezone: string, language: Language): string =>
  `${formatDay(epochMs, timezone, language)}, ${formatTime(epochMs, timezone, language)}`

/** Formats a stay in its car park's zone: `Mon, 23 Nov, 14:30 – 18:00`; past midnight, both ends show their day. */
export function formatStay(
  { startMs, endMs, timezone }: { readonly startMs: number; readonly endMs: number; readonly timezone: string },
  language: Language,
): string {
  const [from, to] = [formatDay(startMs, timezone, language), formatDay(endMs, timezone, language)]
  const [start, end] = [formatTime(startMs, timezone, language), formatTime(endMs, timezone, language)]
  return from === to ? `${from}, ${start} – ${end}` : `${from}, ${start} – ${to}, ${end}`
}

/** Formats the month of a pass: `Tue 24 Nov – Wed 23 Dec`. */
export const formatMonth = (
  { first_day: first, last_day: last }: { readonly first_day: string; readonly last_day: string },
  language: Language,
): string => `${formatLocalDay(first, language)} – ${formatLocalDay(last, language)}`
