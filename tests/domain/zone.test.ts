import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import {
  isZone,
  localToInstant,
  offsetAt,
  parseLocalInput,
  startOfLocalDay,
  toLocalInput,
  weekdayOf,
  zonedParts,
  type LocalTime,
} from '../../src/domain/zone.ts'
import { NEW_YORK, TORONTO, at } from './support/tariffs.ts'

/**
 * Zones without clock changes, with northern, southern and half-hour changes, with a change at midnight, and in the far
 * east.
 */
const ZONES = [
  'Africa/Lagos',
  TORONTO,
  NEW_YORK,
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/Santiago',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'UTC',
]

/** Parses `2026-11-21 14:30` into its fields. */
const local = (text: string): LocalTime => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number)
  return { year, month, day, hour, minute }
}

test('knows the zones of the runtime and nothing else', () => {
  expect(['Africa/Dakar', TORONTO, 'UTC'].every(isZone)).toBe(true)
  expect(['', 'Mars/Olympus', '+01:00', 'not a zone'].some(isZone)).toBe(false)
})

test('agrees with Intl at any instant', () => {
  const instants = fc
    .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
    .map((ms) => toInstant(ms - (ms % 1000)))
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
      const { year, month, day, hour, minute, second, weekday } = zonedParts(instant, zone)
      const shown = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(instant)
      const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
      expect(`${pad(day)}/${pad(month)}/${pad(year, 4)}, ${pad(hour)}:${pad(minute)}:${pad(second)}`).toBe(shown)
      expect(new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(instant)).toBe(
        ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday],
      )
    }),
    { numRuns: 500 },
  )
})

test('a local time that exists comes back as it went, and an instant is one of the readings of its local time', () => {
  const instants = fc
    .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 })
    .map((minute) => toInstant(minute * 60_000))
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
      const settled = localToInstant(zonedParts(instant, zone), zone)
      const readings = settled.kind === 'overlap' ? [settled.instant, settled.later] : [settled.instant]
      expect(settled.kind).not.toBe('gap')
      expect(readings).toContain(instant)
    }),
    { numRuns: 1000 },
  )
})

describe('the nights on which Toronto and New York change their clocks', () => {
  test.each([
    [TORONTO, '2026-03-08'],
    [NEW_YORK, '2027-03-14'],
  ])('%s on %s: 02:30 does not exist and settles on the jump', (zone, day) => {
    const jump = at(`${day}T07:00:00Z`)
    expect(localToInstant(local(`${day} 02:30`), zone)).toEqual({ kind: 'gap', instant: jump })
    expect(localToInstant(local(`${day} 02:00`), zone)).toEqual({ kind: 'gap', instant: jump })
    expect(localToInstant(local(`${day} 03:00`), zone)).toEqual({ kind: 'exact', instant: jump })
    expect(localToInstant(local(`${day} 01:59`), zone)).toEqual({ kind: 'exact', instant: jump - 60_000 })
  })

  test.each([
    [NEW_YORK, '2026-11-01'],
    [TORONTO, '2027-11-07'],
  ])('%s on %s: 01:30 exists twice, an hour apart', (zone, day) => {
    const first = at(`${day}T05:30:00Z`)
    expect(localToInstant(local(`${day} 01:30`), zone)).toEqual({
      kind: 'overlap',
      instant: first,
      later: first + HOUR_MS,
    })
    expect(localToInstant(local(`${day} 02:00`), zone)).toEqual({ kind: 'exact', instant: first + 1.5 * HOUR_MS })
    expect(localToInstant(local(`${day} 00:59`), zone).kind).toBe('exact')
  })

  test('days of 23, 24 and 25 hours begin at their own midnights', () => {
    const lengthOf = (noon: string): number => {
      const start = startOfLocalDay(at(noon), TORONTO)
      return (startOfLocalDay(toInstant(start + 1.5 * DAY_MS), TORONTO) - start) / HOUR_MS
    }
    expect(['2026-03-08T17:00:00Z', '2026-03-09T17:00:00Z', '2026-11-01T17:00:00Z'].map(lengthOf)).toEqual([23, 24, 25])
  })
})

test('a day that has no midnight begins when the clock jumped', () => {
  // In Santiago the clocks jump from 24:00 to 01:00 on the first Sunday of September.
  expect(toRfc3339(startOfLocalDay(at('2026-09-06T15:00:00Z'), 'America/Santiago'))).toBe('2026-09-06T04:00:00Z')
  expect(zonedParts(at('2026-09-06T04:00:00Z'), 'America/Santiago').hour).toBe(1)
})

test('a form field speaks in the zone of the park', () => {
  expect(toLocalInput(at('2026-11-21T19:30:00Z'), TORONTO)).toBe('2026-11-21T14:30')
  expect(parseLocalInput('2026-11-21T14:30', TORONTO)).toEqual({
    ok: true,
    value: { kind: 'exact', instant: at('2026-11-21T19:30:00Z') },
  })
  expect(
    ['2026-02-30T10:00', '2026-11-21', '2026-11-21T25:00', ''].map((text) => parseLocalInput(text, TORONTO).ok),
  ).toEqual([false, false, false, false])
})

test('a zone that does not exist is a bug of the caller', () => {
  expect(() => offsetAt(0, 'Mars/Olympus')).toThrow(RangeError)
})

test('1 January 1970 was a Thursday, and the day before a Wednesday', () => {
  expect([weekdayOf(0), weekdayOf(-1), weekdayOf(3)]).toEqual([4, 3, 0])
})
