/** Writes a stay as a calendar file (RFC 5545), with alarms 30 and 10 minutes before its end. */
import { type Instant, MINUTE_MS } from './instant.ts'

export interface CalendarEvent {
  /** Constant for a stay, so that a calendar replaces the event and does not add another. */
  readonly uid: string
  /** Increases with every change of the stay: calendars ignore a file with a lower sequence. */
  readonly sequence: number
  readonly start: Instant
  readonly end: Instant
  /** Time of writing. */
  readonly now: Instant
  readonly title: string
  readonly place: string
  readonly notes: string
  /** URL of the pass. */
  readonly url: string
  /** Text of each alarm, with the minutes left. */
  readonly alarms: readonly { readonly minutes: number; readonly text: string }[]
  readonly geo: { readonly lat: number; readonly lng: number } | null
  /** Keeps alarms that are before the start, for expiry dates; otherwise they are dropped. */
  readonly hasEarlyAlarms?: boolean
}

/** Minutes before the end. */
export const ALARM_MINUTES = [30, 10] as const

/** UTC is right in every calendar, even in one that does not know the park's zone. */
const utcOf = (instant: Instant): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

const LINE_BYTES = 75
const encoder = new TextEncoder()

/** Folds lines longer than 75 bytes: the rest continues after a space. Multi-byte characters are not split. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

const alarmLines = ({ minutes, text }: CalendarEvent['alarms'][number]): readonly string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER;RELATED=END:-PT${String(minutes)}M`,
  `DESCRIPTION:${escape(text)}`,
  'END:VALARM',
]

function eventLines(event: CalendarEvent): readonly string[] {
  const { geo, start, end, now } = event
  // Most calendars would ring an alarm before the start at once.
  const alarms = event.alarms.filter(
    ({ minutes }) => event.hasEarlyAlarms === true || end - minutes * MINUTE_MS >= start,
  )
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${String(event.sequence)}`,
    `DTSTAMP:${utcOf(now)}`,
    `DTSTART:${utcOf(start)}`,
    `DTEND:${utcOf(end)}`,
    `SUMMARY:${escape(event.title)}`,
    `LOCATION:${escape(event.place)}`,
    ...(geo === null ? [] : [`GEO:${geo.lat.toFixed(6)};${geo.lng.toFixed(6)}`]),
    `DESCRIPTION:${escape(event.notes)}`,
    `URL:${event.url}`,
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    ...alarms.flatMap(alarmLines),
    'END:VEVENT',
  ]
}

export function toCalendarFile(...events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Baywise//Parking//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
