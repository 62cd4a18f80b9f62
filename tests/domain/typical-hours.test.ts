import { describe, expect, test } from 'vitest'
import { mustInstant } from '../../src/domain/instant.ts'
import { typicalDayOf, type TypicalWeek } from '../../src/domain/typical-hours.ts'

const ZONE = 'America/Toronto'
const NOTHING: readonly null[] = Array.from({ length: 24 }, () => null)
/** Mondays from 08:00 to 18:00, 10 % fuller each hour up to 90 %. */
const MONDAY = NOTHING.map((_, hour) => (hour >= 8 && hour < 18 ? Math.min(90, (hour - 7) * 10) : null))
const WEEK: TypicalWeek = [NOTHING, MONDAY, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]

const dayOf = (from: string, until: string, week = WEEK) =>
  typicalDayOf(week, { from: mustInstant(from), until: mustInstant(until), zone: ZONE })

describe('the usual day of a stay', () => {
  test('is that of the car park’s clock, with the hours of the stay', () => {
    // 09:30 to 11:15 on a Monday, local time.
    const day = dayOf('2026-11-23T14:30:00Z', '2026-11-23T16:15:00Z')
    expect(day?.weekday).toBe(1)
    expect(day?.hours.filter(({ isOfStay }) => isOfStay).map(({ hour }) => hour)).toEqual([9, 10, 11])
    expect(day?.hours.map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  })

  test.each([
    ['easy', '2026-11-23T13:00:00Z', '2026-11-23T16:00:00Z'],
    ['busy', '2026-11-23T16:00:00Z', '2026-11-23T18:00:00Z'],
    ['full', '2026-11-23T20:00:00Z', '2026-11-23T22:00:00Z'],
    [null, '2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z'],
  ] as const)('is %s by its fullest hour', (load, from, until) => {
    expect(dayOf(from, until)?.load).toBe(load)
  })

  test('shows the stay’s hours also where nothing is known of them, and of a long stay those of its first day', () => {
    const day = dayOf('2026-11-24T01:00:00Z', '2026-11-26T01:00:00Z')
    expect(day?.hours.at(-1)).toEqual({ hour: 23, share: null, isOfStay: true })
    expect(day?.hours.filter(({ isOfStay }) => isOfStay).map(({ hour }) => hour)).toEqual([20, 21, 22, 23])
  })

  test('is none where too few hours are known', () => {
    expect(dayOf('2026-11-24T14:30:00Z', '2026-11-24T16:15:00Z')).toBeNull()
    const few = NOTHING.map((_, hour) => (hour < 3 ? 20 : null))
    expect(dayOf('2026-11-23T14:30:00Z', '2026-11-23T16:15:00Z', [NOTHING, few])).toBeNull()
  })
})
