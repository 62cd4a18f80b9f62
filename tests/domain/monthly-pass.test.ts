import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import {
  dayAfterMonth,
  lastDayOf,
  openingAhead,
  openingsOf,
  type PassHours,
  passSpan,
  toLocalDay,
} from '../../src/domain/monthly-pass.ts'
import type { DailyWindow, Weekday } from '../../src/domain/tariff-types.ts'
import { localDayNumber, weekdayOf, zonedParts } from '../../src/domain/zone.ts'
import { at } from './support/tariffs.ts'

const TORONTO = 'America/Toronto'
const WORKING_DAYS: PassHours = [{ days: [1, 2, 3, 4, 5], fromMinute: 360, toMinute: 1_200 }]
const EVENINGS: PassHours = [{ days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 1_080, toMinute: 480 }]

const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS

test.each([
  ['2026-11-24', '2026-12-23'],
  ['2027-01-31', '2027-02-27'],
  ['2028-01-31', '2028-02-28'],
  ['2027-02-28', '2027-03-27'],
  ['2026-12-15', '2027-01-14'],
  ['2026-10-31', '2026-11-29'],
])('a pass from %s holds until %s', (first, last) => {
  expect(toLocalDay(lastDayOf(dayOf(first)))).toBe(last)
})

test('without hours it is one opening from midnight to midnight of its car park, over a clock change too', () => {
  const [opening, ...more] = openingsOf([], dayOf('2026-10-20'), TORONTO)
  expect(more).toEqual([])
  expect(opening).toEqual({ start: at('2026-10-20T04:00:00Z'), end: at('2026-11-20T05:00:00Z') })
  expect(passSpan([], dayOf('2026-10-20'), TORONTO)).toEqual(opening)
})

test('with hours it opens on its weekdays alone, at the same local time before and after the clocks change', () => {
  const openings = openingsOf(WORKING_DAYS, dayOf('2026-10-20'), TORONTO)
  expect(openings).toHaveLength(23)
  expect(openings[0]).toEqual({ start: at('2026-10-20T10:00:00Z'), end: at('2026-10-21T00:00:00Z') })
  expect(openings.at(-1)).toEqual({ start: at('2026-11-19T11:00:00Z'), end: at('2026-11-20T01:00:00Z') })
})

test('hours past midnight belong to the day on which they begin: the last night is had to its end', () => {
  const openings = openingsOf(EVENINGS, dayOf('2026-11-24'), TORONTO)
  expect(openings).toHaveLength(30)
  expect(openings[0]?.start).toBe(at('2026-11-24T23:00:00Z'))
  expect(openings.at(-1)?.end).toBe(at('2026-12-24T13:00:00Z'))
  expect(passSpan(EVENINGS, dayOf('2026-11-24'), TORONTO)).toEqual({
    start: at('2026-11-24T05:00:00Z'),
    end: at('2026-12-24T13:00:00Z'),
  })
})

test('hours that touch or overlap are one opening', () => {
  const halves: PassHours = [
    { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 720 },
    { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 700, toMinute: 1_440 },
  ]
  expect(openingsOf(halves, dayOf('2026-11-24'), TORONTO)).toEqual(openingsOf([], dayOf('2026-11-24'), TORONTO))
})

test('the opening that lasts comes first, then the next one, and none after the last', () => {
  const openings = openingsOf(WORKING_DAYS, dayOf('2026-11-24'), TORONTO)
  expect(openingAhead(openings, at('2026-11-24T12:00:00Z'))).toBe(openings[0])
  expect(openingAhead(openings, at('2026-11-25T01:00:00Z'))).toBe(openings[1])
  expect(openingAhead(openings, at('2026-12-30T12:00:00Z'))).toBeUndefined()
})

const zones = fc.constantFrom(
  'America/Toronto',
  'Africa/Lagos',
  'Africa/Dakar',
  'America/New_York',
  'Australia/Lord_Howe',
)
const days = fc.integer({ min: dayOf('2026-01-01'), max: dayOf('2030-12-31') })
const minutes = (max: number) => fc.integer({ min: 0, max: max / 5 }).map((steps) => steps * 5)
const windows: fc.Arbitrary<DailyWindow> = fc.record({
  days: fc.uniqueArray(fc.constantFrom<Weekday>(0, 1, 2, 3, 4, 5, 6), { minLength: 1 }),
  fromMinute: minutes(1_435),
  toMinute: minutes(1_440),
})

test('a month is 28 to 31 days, and the months of a driver who always buys the next one leave no day out', () => {
  fc.assert(
    fc.property(days, (first) => {
      const next = dayAfterMonth(first)
      expect(next - first).toBeGreaterThanOrEqual(28)
      expect(next - first).toBeLessThanOrEqual(31)
      expect(lastDayOf(first) + 1).toBe(next)
    }),
  )
})

test('openings are in order, apart, within the span, in steps of five minutes, and only where a window of a day of the month is', () => {
  fc.assert(
    fc.property(fc.array(windows, { minLength: 1, maxLength: 3 }), days, zones, (hours, first, zone) => {
      const openings = openingsOf(hours, first, zone)
      const span = passSpan(hours, first, zone)
      openings.forEach(({ start, end }, index) => {
        expect(end).toBeGreaterThan(start)
        expect(start).toBeGreaterThanOrEqual(span.start)
        expect(end).toBeLessThanOrEqual(span.end)
        expect(start).toBeGreaterThan(openings[index - 1]?.end ?? -Infinity)
      })
      expect((span.end - span.start) % (5 * MINUTE_MS)).toBe(0)
      expect(localDayNumber(span.start, zone)).toBe(first)
    }),
    { numRuns: 60 },
  )
})

test('a moment is open exactly when a window of its local day, or one of the day before that runs past midnight, says so', () => {
  fc.assert(
    fc.property(
      fc.array(windows, { minLength: 1, maxLength: 2 }),
      days,
      fc.nat(27 * 24 * 4),
      (hours, first, quarter) => {
        // A zone without clock changes: elsewhere an hour may occur twice or not at all.
        const zone = 'Africa/Lagos'
        const now = toInstant(passSpan(hours, first, zone).start + quarter * 15 * MINUTE_MS + DAY_MS)
        if (localDayNumber(now, zone) >= dayAfterMonth(first)) return
        const { hour, minute, dayNumber } = zonedParts(now, zone)
        const clock = hour * 60 + minute
        const isOpen = hours.some(({ days: on, fromMinute, toMinute }) => {
          const isNight = toMinute <= fromMinute
          const today = on.includes(weekdayOf(dayNumber)) && clock >= fromMinute && (isNight || clock < toMinute)
          return today || (isNight && on.includes(weekdayOf(dayNumber - 1)) && clock < toMinute)
        })
        const found = openingsOf(hours, first, zone).some(({ start, end }) => start <= now && now < end)
        expect(found).toBe(isOpen)
      },
    ),
    { numRuns: 300 },
  )
})

test('an opening inside the hour that a spring night skips is not there, and one across it is an hour shorter', () => {
  const skipped: PassHours = [{ days: [0], fromMinute: 125, toMinute: 155 }]
  const across: PassHours = [{ days: [0], fromMinute: 60, toMinute: 240 }]
  const lengths = (hours: PassHours) =>
    openingsOf(hours, dayOf('2027-03-01'), TORONTO).map(({ start, end }) => end - start)
  expect(lengths(skipped)).toHaveLength(3)
  expect(lengths(across)).toEqual([3 * HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 3 * HOUR_MS])
})
