/** A stay as a calendar file (RFC 5545), with an alarm half an hour and ten minutes before its end. */
import { type Instant, MINUTE_MS } from './instant.ts'

export interface CalendarEvent {
  /** The same for every file of one stay: a calendar then replaces the event instead of adding another. */
  readonly uid: string
  /** Rises with every change of the stay: a calendar ignores a file with a lower one. */
  readonly sequence: number
  readonly start: Instant
  readonly end: Instant
  /** When the file is written. */
  readonly now: Instant
  readonly title: string
  readonly place: string
  readonly notes: string
  /** Address of the pass. */
  readonly url: string
  /** Words of the alarms, each with the minutes that are left. */
  readonly alarms: readonly { readonly minutes: number; readonly text: string }[]
  readonly geo: { readonly lat: number; readonly lng: number } | null
  /** Alarms ring days before it begins: of an expiry. Else one before the beginning is left out. */
  readonly hasEarlyAlarms?: boolean
}

/** Before the end, minutes. */
export const ALARM_MINUTES = [30, 10] as const

/** In UTC every calendar finds the right local time, also where it knows nothing of the park's zone. */
const utcOf = (instant: Instant): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

const LINE_BYTES = 75
const encoder = new TextEncoder()

/** No line is longer than 75 bytes: the rest goes on after a space. A character of several bytes stays whole. */
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
  // An alarm before the event began would ring at once in most calendars.
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
