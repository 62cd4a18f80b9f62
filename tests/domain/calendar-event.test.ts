import { expect, test } from 'vitest'
import { ALARM_MINUTES, type CalendarEvent, toCalendarFile } from '../../src/domain/calendar-event.ts'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'

const event: CalendarEvent = {
  uid: '0193-booking@baywise',
  sequence: 3,
  start: mustInstant('2026-11-21T09:30:00-05:00'),
  end: mustInstant('2026-11-21T12:30:00-05:00'),
  now: mustInstant('2026-11-21T14:00:00Z'),
  title: 'Parking: Green P Carpark 58',
  place: '33 Yorkville Ave; Toronto, ON',
  notes: 'Plate CKTB482\nCode K7QM-4T2P',
  url: 'https://baywise.test/booking-details/K7QM-4T2P/pass',
  alarms: ALARM_MINUTES.map((minutes) => ({ minutes, text: `${String(minutes)} minutes left` })),
  geo: { lat: 43.6712, lng: -79.3911 },
}

/** Reads the file as a calendar does: lines unfolded, values unescaped. */
function read(file: string): readonly (readonly [name: string, value: string])[] {
  const unescape = (text: string) => text.replaceAll(/\\([nN,;\\])/g, (_, c: string) => (/n/i.test(c) ? '\n' : c))
  return file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), unescape(line.slice(at + 1))] as const
    })
}
const valueOf = (file: string, name: string) => read(file).find(([found]) => found === name)?.[1]

test('the times are UTC, whatever zone the park is in', () => {
  const file = toCalendarFile(event)
  expect(valueOf(file, 'DTSTART')).toBe('20261121T143000Z')
  expect(valueOf(file, 'DTEND')).toBe('20261121T173000Z')
  expect(valueOf(file, 'DTSTAMP')).toBe('20261121T140000Z')
})

test('it rings half an hour and ten minutes before the end', () => {
  const alarms = read(toCalendarFile(event)).filter(([name]) => name.startsWith('TRIGGER'))
  expect(alarms).toEqual([
    ['TRIGGER;RELATED=END', '-PT30M'],
    ['TRIGGER;RELATED=END', '-PT10M'],
  ])
})

test('a stay that is shorter than an alarm does without it', () => {
  const file = toCalendarFile({ ...event, end: toInstant(event.start + 20 * MINUTE_MS) })
  expect(read(file).filter(([name]) => name.startsWith('TRIGGER'))).toEqual([['TRIGGER;RELATED=END', '-PT10M']])
})

test('every line ends as the standard asks, and none is longer than 75 bytes', () => {
  const file = toCalendarFile({ ...event, title: 'Stationnement '.repeat(12), place: 'Thiès, Sénégal €'.repeat(9) })
  const lines = file.split('\r\n')
  expect(lines.at(-1)).toBe('')
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(valueOf(file, 'LOCATION')).toBe('Thiès, Sénégal €'.repeat(9))
})

test('what separates in a calendar file is escaped, so that a name cannot add a line to it', () => {
  const place = 'A\\B; C, D\r\nBEGIN:VALARM'
  const file = toCalendarFile({ ...event, place })
  expect(valueOf(file, 'LOCATION')).toBe('A\\B; C, D\nBEGIN:VALARM')
  expect(file.match(/^BEGIN:VALARM/gm)).toHaveLength(2)
})

test('after an extension it is the same event with a higher number', () => {
  const later = { ...event, sequence: 4, end: toInstant(event.end + 30 * MINUTE_MS) }
  expect(valueOf(toCalendarFile(later), 'UID')).toBe(valueOf(toCalendarFile(event), 'UID'))
  expect(Number(valueOf(toCalendarFile(later), 'SEQUENCE'))).toBeGreaterThan(
    Number(valueOf(toCalendarFile(event), 'SEQUENCE')),
  )
})
