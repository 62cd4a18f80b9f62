import { describe, expect, test } from 'vitest'
import { mustInstant } from '../../src/domain/instant.ts'
import { openForStay, parseOpeningHours } from '../../src/domain/opening-hours.ts'
import { must } from '../../src/lib/assert.ts'

const ZONE = 'America/Toronto'
const WORKDAYS = [1, 2, 3, 4, 5]
const WEEK = [0, 1, 2, 3, 4, 5, 6]
const sorted = (days: readonly number[]) => days.toSorted((a, b) => a - b)
const parsed = (text: string) =>
  parseOpeningHours(text)?.map(({ days, fromMinute, toMinute }) => [sorted(days), fromMinute / 60, toMinute / 60])

describe('opening hours', () => {
  test.each([
    ['24/7', [[WEEK, 0, 24]]],
    ['Mon-Sun 24h', [[WEEK, 0, 24]]],
    ['Mo-Fr 05:00-23:00', [[WORKDAYS, 5, 23]]],
    ['Mon-Fri 07:30-17:30', [[WORKDAYS, 7.5, 17.5]]],
    ['Mon-Sun 05:00-02:00', [[WEEK, 5, 2]]],
    ['08:00-20:00', [[WEEK, 8, 20]]],
    ['Mon-Sun 00:00-23:59', [[WEEK, 0, 24]]],
    ['12:00 AM-11:59 PM', [[WEEK, 0, 24]]],
    [
      'Mon-Fri 17:00-24:00; Sat-Sun 24h',
      [
        [WORKDAYS, 17, 24],
        [[0, 6], 0, 24],
      ],
    ],
    [
      'Mon-Fri 00:00-02:00 + 06:00-24:00; Sat-Sun 24h',
      [
        [WORKDAYS, 0, 2],
        [WORKDAYS, 6, 24],
        [[0, 6], 0, 24],
      ],
    ],
    ['Mo-Su 08:00-20:00; Su off', [[[1, 2, 3, 4, 5, 6], 8, 20]]],
    ['Mo,We 10:00-12:00', [[[1, 3], 10, 12]]],
    [
      'Monday-Friday 4:00 AM-10:00 PM; Saturday 7:00 AM-10:00 PM; Sunday 9:00 a.m.–12:00 AM',
      [
        [WORKDAYS, 4, 22],
        [[6], 7, 22],
        [[0], 9, 24],
      ],
    ],
  ])('are read from %s', (text, expected) => {
    expect(parsed(text)).toEqual(expected)
  })

  test.each([
    'Observe Posted Restrictions',
    'Restricted to Post Office, M-F 9A-5P',
    'closed for construction until November 2019',
    'Mo-Fr 08:00-20:00; PH off',
    'Mon-Fri 25:00-26:00',
    'Mon-Fri 13:00 pm-14:00',
    'Mon-Fri 1-5 pm',
    '7-9pm',
    '9am-5',
    'Mon-Fri',
    'off',
    '',
  ])('are not guessed from %s', (text) => {
    expect(parseOpeningHours(text)).toBeNull()
  })

  const ask = (hours: string, from: string, to: string) =>
    openForStay(must(parseOpeningHours(hours) ?? undefined, 'hours'), {
      ...{ from: mustInstant(from), to: mustInstant(to) },
      zone: ZONE,
    })

  test('say of a stay: open always, until when, that it closes before the end, or that it opens later', () => {
    expect(ask('Mon-Sun 24h', '2026-11-23T14:00:00Z', '2026-11-25T14:00:00Z')).toEqual({ kind: 'always' })
    // A Monday, 09:00 to 11:00 local time.
    const stay = ['2026-11-23T14:00:00Z', '2026-11-23T16:00:00Z'] as const
    expect(ask('Mo-Fr 05:00-22:00', ...stay)).toEqual({ kind: 'open', until: mustInstant('2026-11-24T03:00:00Z') })
    expect(ask('Mo-Fr 05:00-11:00', ...stay)).toEqual({ kind: 'open', until: mustInstant('2026-11-23T16:00:00Z') })
    expect(ask('Mo-Fr 05:00-10:30', ...stay)).toEqual({ kind: 'closes', at: mustInstant('2026-11-23T15:30:00Z') })
    expect(ask('Mo-Fr 10:00-22:00', ...stay)).toEqual({ kind: 'closed', opens: mustInstant('2026-11-23T15:00:00Z') })
    expect(ask('Sa 10:00-22:00', ...stay)).toEqual({ kind: 'closed', opens: mustInstant('2026-11-28T15:00:00Z') })
  })

  test('go over midnight, from one day’s hours into the next’s', () => {
    const night = ['2026-11-24T03:00:00Z', '2026-11-24T06:00:00Z'] as const
    expect(ask('Mon-Sun 05:00-02:00', ...night)).toEqual({ kind: 'open', until: mustInstant('2026-11-24T07:00:00Z') })
    expect(ask('Mon 00:00-24:00; Tue 00:00-06:00', ...night)).toEqual({
      kind: 'open',
      until: mustInstant('2026-11-24T11:00:00Z'),
    })
  })
})
